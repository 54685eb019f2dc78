"""The picture of a page when a behaviour failed, for the page of its answer."""

import base64

from assay.config import paths
from assay.records.execution_records import Behaviour, Execution


def picture(execution: Execution, behaviour: Behaviour) -> str:
    """The whole picture inside an address; '' if there is none."""
    if not behaviour.screenshot:
        return ""
    folder = paths.screenshots(execution.model) / execution.test / str(execution.attempt)
    try:
        data = (folder / behaviour.screenshot).read_bytes()
    except OSError:
        return ""
    return f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}"
