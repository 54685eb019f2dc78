"""Servers that mean harm, or are set up wrongly: keys, memory and terminals stay as they are."""

import gzip
import json
import struct
import time
import tracemalloc
import zlib
from collections.abc import Iterator
from functools import cache

import pytest

from assay.errors import AssayError
from assay.ledger.request import CallError
from tests.providers.generic import Generic
from tests.providers.models import CHAT, Setup, every_protocol
from tests.providers.replies import Failure, ModelReply, Raw
from tests.providers.service import Service
from tests.providers.setups import CONFIG_PATH, ask, failed, stopped

HOSTILE = "one\x1b[31mtwo\x07\u202ethree\u2066four\x9b5mfive\u200fsix\u2028seven"


@cache
def bomb() -> bytes:
    """A gigabyte of blanks, packed: a packed megabyte again and again."""
    blanks = b" " * (1 << 20)
    packer = zlib.compressobj(1, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(blanks) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = 0
    for _ in range(1024):
        checksum = zlib.crc32(blanks, checksum)
    header = gzip.compress(b"")[:10]
    return header + 1024 * packed + packer.flush() + struct.pack("<II", checksum, 1 << 30)


@cache
def bomb_in_bomb() -> bytes:
    """The same in a few kilobytes, which unpack to the gigabyte in one piece."""
    return gzip.compress(bomb())


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Service]:
    """A second server, to which the first one sends the calls."""
    service = Service([Generic()])
    yield service
    service.close()


@every_protocol
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed_and_one_line_names_the_config(
    service: Service, elsewhere: Service, setup: Setup, status: int
) -> None:
    elsewhere.reset()
    target = ("Location", f"{elsewhere.url}/generic/v1/chat/completions")
    service.reset(Failure(status, "moved", headers=(target,)))
    line = stopped(service, setup)
    assert line.startswith(
        f"{CONFIG_PATH}: the server sends the calls to '{setup.model}' elsewhere"
    )
    assert "correct `api_base`" in line
    assert elsewhere.calls == [] and len(service.calls) == 1


@every_protocol
def test_what_a_provider_says_is_no_command_to_the_terminal(service: Service, setup: Setup) -> None:
    for status in (400, 401, 500):
        service.reset(Failure(status, HOSTILE))
        with pytest.raises((CallError, AssayError)) as error:
            ask(service, setup)
        assert str(error.value).isprintable()
        assert "one" in str(error.value) and "seven" in str(error.value)


def failed_with_peak(service: Service, setup: Setup) -> tuple[CallError, int]:
    """The error of one call, and the most memory that it took beside what was there."""
    tracemalloc.start()
    try:
        error = failed(service, setup)
        return error, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@every_protocol
def test_a_reply_that_unpacks_to_a_gigabyte_is_one_failed_call_that_takes_no_memory(
    service: Service, setup: Setup
) -> None:
    ask(service, setup)  # imports litellm
    service.reset(Raw(bomb(), headers=(("Content-Encoding", "gzip"),)))
    began = time.process_time()
    error, peak = failed_with_peak(service, setup)
    took = time.process_time() - began
    assert "bytes, which its limit of tokens does not explain" in str(error)
    assert error.charged and not error.retryable
    assert len(service.calls) == 1
    assert took < 8 and peak < 100e6


@every_protocol
@pytest.mark.parametrize("packing", ["br", "zstd", "deflate", "gzip, gzip", "gzip,br"])
def test_a_reply_packed_otherwise_than_asked_for_is_given_up_unread(
    service: Service, setup: Setup, packing: str
) -> None:
    ask(service, setup)  # imports litellm
    service.reset(Raw(bomb_in_bomb(), headers=(("Content-Encoding", packing),)))
    error, peak = failed_with_peak(service, setup)
    assert f"the reply is packed as '{packing}'" in str(error)
    assert error.charged and not error.retryable
    assert [call["headers"]["Accept-Encoding"] for call in service.calls] == ["gzip"]
    assert peak < 20e6


@every_protocol
def test_a_reply_packed_as_gzip_is_read_and_a_damaged_one_is_asked_for_again(
    service: Service, setup: Setup
) -> None:
    gzipped = (("Content-Encoding", "gzip"),)
    service.reset(Raw(gzip.compress(b'{"error": {"code": 429}}'), headers=gzipped))
    assert failed(service, setup).rate_limited
    service.reset(Raw(b"no gzip at all", headers=gzipped))
    assert failed(service, setup).retryable


def test_a_reply_that_its_limit_of_tokens_explains_is_read_whole(service: Service) -> None:
    text = "x" * 1_400_000
    service.reset(ModelReply(text=text))
    assert ask(service, CHAT, params={"max_tokens": 9000}).text == text
    with pytest.raises(CallError, match=r"more than 1,054,976 bytes"):
        ask(service, CHAT, params={"max_tokens": 100})


@every_protocol
@pytest.mark.parametrize("error", [{"code": 429, "message": "slow down"}, "sorry"], ids=str)
def test_an_error_with_status_200_is_classified_by_that_error(
    service: Service, setup: Setup, error: object
) -> None:
    service.reset(Raw(json.dumps({"error": error}).encode()))
    found = failed(service, setup)
    assert found.retryable and found.rate_limited == (error != "sorry")


@every_protocol
def test_a_fatal_error_with_status_200_ends_the_stage(service: Service, setup: Setup) -> None:
    service.reset(Raw(b'{"error": {"code": "insufficient_quota", "message": "pay first"}}'))
    assert stopped(service, setup).startswith(f"{CONFIG_PATH}: ")
