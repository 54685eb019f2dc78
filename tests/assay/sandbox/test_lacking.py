"""What a log names as missing, and whose fault it is."""

import pytest

from assay.sandbox.lacking import lacking
from assay.sandbox.readers import unchecked
from assay.sandbox.toolchains import Toolchain
from tests.assay.sandbox.conftest import toolchain_of


@pytest.fixture
def toolchain() -> Toolchain:
    """A toolchain with React alone."""
    made = toolchain_of("node")
    (made.installed / "node_modules/react").mkdir(parents=True)
    return made


@pytest.mark.parametrize(
    ("log", "name"),
    [
        ('Rollup failed to resolve import "axios" from "/app/src/App.tsx".', "axios"),
        ('Failed to resolve import \x1b[33m"@ui/b/c"\x1b[39m from "src/a.tsx"', "@ui/b"),
        ("Cannot find package 'vite-plugin-svgr' imported from", "vite-plugin-svgr"),
        ('X [ERROR] Could not resolve "lodash/debounce"', "lodash"),
        ("Preset ts-jest not found relative to rootDir /app.", "ts-jest"),
        ("Module ts-jest in the transform option was not found.", "ts-jest"),
        ("MISSING DEPENDENCY  Cannot find dependency 'happy-dom'", "happy-dom"),
        ('Preprocessor dependency "sass-embedded" not found.', "sass-embedded"),
        ("error TS2307: Cannot find module 'uuid' or its corresponding type", "uuid"),
        ("TS7016: Could not find a declaration file for module 'form'.", "@types/form"),
        ("error TS2688: Cannot find type definition file for 'jest'.", "@types/jest"),
        ("TS6053: File '@tsconfig/vite/tsconfig.json' not found.", "@tsconfig/vite"),
    ],
)
def test_a_missing_package_is_read_from_each_log(toolchain: Toolchain, log: str, name: str) -> None:
    assert lacking(f"some\n{log}\nlines", {"src/a.tsx": b""}, toolchain, False) == (name,)


@pytest.mark.parametrize(
    "log",
    [
        'failed to resolve import "./Absent" from "/app/src/App.tsx"',
        'Could not resolve "react/absent"',
        "Cannot find module '@components/Button'",
        "Cannot find module 'components/Button'",
        "Cannot find module '@harbour/absent'",
        "Module not found. An ordinary mistake: expected 3 to be 4",
    ],
)
def test_what_is_the_answers_own_to_bring_is_not_missing(toolchain: Toolchain, log: str) -> None:
    files = {
        "src/components/Button.tsx": b"",
        "packages/ui/package.json": b'{"name":"@harbour/ui"}',
    }
    assert lacking(log, files, toolchain, False) == ()


def test_of_a_closed_list_a_package_of_the_program_is_its_fault(toolchain: Toolchain) -> None:
    program = {"src/a.ts": b"import x from 'axios/y';"}
    tool = {"vite.config.ts": b"import x from 'axios';", "a.test.ts": b"import x from 'axios';"}
    log = 'failed to resolve import "axios"'
    assert lacking(log, program, toolchain, True) == ()
    assert lacking(log, program, toolchain, False) == ("axios",)
    assert lacking(log, tool, toolchain, True) == ("axios",)


def test_a_python_module_is_missing_unless_it_is_the_answers_or_pythons_own() -> None:
    made = toolchain_of("python")
    (made.installed / "site/fastapi").mkdir(parents=True)
    log = "".join(
        f"ModuleNotFoundError: No module named '{name}'\n"
        for name in ("httpx.aio", "fastapi.absent", "shop.absent", "os.absent")
    )
    assert lacking(log, {"shop/main.py": b""}, made, False) == ("httpx",)
    assert lacking(log, {"shop/main.py": b"import httpx"}, made, True) == ()


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        ("tsconfig.app.json", '{"compilerOptions": {"noCheck": true,},}', "says noCheck"),
        ("src/a.ts", "/** A. */\n  // @ts-nocheck\n", "says @ts-nocheck"),
        ("tsconfig.json", '{/* "noCheck": true */ "compilerOptions": {"noCheck": false}}', ""),
        ("tsconfig.json", '{"noCheck"', ""),
        ("src/a.ts", 'const words = "// @ts-nocheck";', ""),
    ],
)
def test_who_switches_the_type_check_off_is_known(path: str, text: str, reason: str) -> None:
    found = unchecked({path: text.encode()})
    assert found == (f"{path} {reason}" if reason else "")
