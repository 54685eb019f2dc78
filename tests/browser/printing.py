"""How many sheets a page takes when it is printed."""

import base64
import re
from pathlib import Path

from selenium.webdriver import Chrome
from selenium.webdriver.common.print_page_options import PrintOptions

PAGE_OF_PDF = re.compile(rb"/Type\s*/Page\b")


def sheets(chromium: Chrome, page: Path) -> int:
    """Sheets of A4."""
    chromium.get(page.as_uri())
    options = PrintOptions()
    options.set_page_size(PrintOptions.A4)
    return len(PAGE_OF_PDF.findall(base64.b64decode(chromium.print_page(options))))
