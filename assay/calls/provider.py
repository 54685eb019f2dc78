"""The provider of a model behind litellm: one call for each request, and what it has learned."""

import sys

from assay.calls.call_errors import UnreadableReply
from assay.calls.llm import RawReplies, call, unsupported_params
from assay.config.settings import CallsConfig, RemoteModel
from assay.errors import AssayError
from assay.ledger.request import CallError, Request
from assay.records.pipeline import Response


class NothingKept:
    """Keeps no reply: for callers without a ledger."""

    def keep_raw(self, key: str, body: str, model: str) -> None:
        return None

    def raw(self, key: str) -> str | None:
        return None


class RemoteProvider:
    """Answers one request by one call, as `assay.ledger.request.Provider`.

    It prints once which parameters the model does not take. The same unreadable form twice, with no
    answer in between, is fatal; a reply that was torn or empty is asked for once more. `answered`
    and `failed` count the calls of this run, `last_error` says how the last one failed.
    """

    def __init__(
        self,
        config: RemoteModel,
        calls: CallsConfig,
        config_path: str,
        replies: RawReplies | None = None,
    ) -> None:
        """`config_path`: the file of the config, for messages."""
        self._config = config
        self._timeout_s = calls.timeout_s
        self._config_path = config_path
        self._replies = NothingKept() if replies is None else replies
        self._settings_seen: set[str] = set()
        self._reported: set[str] = set()
        self._last_shape = ""
        self._asked_again: set[tuple[str, str]] = set()
        self.answered = 0
        self.failed = 0
        self.last_error = ""

    async def __call__(self, request: Request) -> Response:
        self._report_what_is_not_taken(request)
        try:
            response = await call(
                request, self._config, self._timeout_s, self._config_path, self._replies
            )
        except (AssayError, CallError) as error:
            self.failed += 1
            self.last_error = str(error)
            if isinstance(error, UnreadableReply):
                self._judge(error, request)
            raise
        self.answered += 1
        self._last_shape = ""
        return response

    def _judge(self, error: UnreadableReply, request: Request) -> None:
        """AssayError if the form of the reply came twice; the second time a call is given up."""
        if error.shape and error.shape == self._last_shape:
            raise AssayError(
                f"{self._config_path}: '{request.model}' answered twice in a form that cannot be "
                f"read, {error.shape}: no further call is made. The replies are kept, and a "
                "version of Assay that reads them pays nothing"
            ) from None
        self._last_shape = error.shape
        asked = (request.key, error.shape)
        if (error.shape or error.again_once) and asked in self._asked_again:
            error.retryable = False
        self._asked_again.add(asked)

    def _report_what_is_not_taken(self, request: Request) -> None:
        settings = repr([request.params, request.tools, request.response_format])
        if settings in self._settings_seen:
            return
        self._settings_seen.add(settings)
        names = unsupported_params(request, self._config)
        dropped = [name for name in names if name not in self._reported]
        self._reported.update(dropped)
        if dropped:
            print(
                f"{self._config_path}: '{request.model}' is asked without {', '.join(dropped)}: "
                "not taken",
                file=sys.stderr,
            )
