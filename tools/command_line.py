"""How a tool reads its command line."""

import argparse
from typing import NoReturn

from assay.errors import AssayError


class ToolParser(argparse.ArgumentParser):
    """A command line whose wrong options are one line, as any other error of a tool is."""

    def error(self, message: str) -> NoReturn:
        raise AssayError(f"{message}: see {self.prog} --help")
