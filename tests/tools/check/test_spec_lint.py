"""A file of behaviours that looks once, or waits by time, is refused with its line and remedy."""

from pathlib import Path

import pytest

from tools.check.spec_lint import lint


def lines_of(folder: Path, text: str) -> list[str]:
    path = folder / "Door.spec.ts"
    path.write_text(f"test('It opens', async ({{ page }}) => {{\n{text}\n}});\n")
    return list(lint(path))


@pytest.mark.parametrize(
    "text",
    [
        "await box.check();",
        "await page.waitForTimeout(100);",
        "expect(await box.textContent()).toBe('x');",
        "const n = await rows.count();",
        "const n = <number>(await rows.count());",
        "const count = async () => rows.count();\nawait box.evaluate(read, count);",
        "const shown = async () => rows.allTextContents();\nexpect(await shown()).toEqual([]);",
    ],
)
def test_a_look_or_a_wait_by_time_is_named_with_its_line_and_remedy(
    tmp_path: Path, text: str
) -> None:
    (line,) = lines_of(tmp_path, text)
    assert "Door.spec.ts:2: " in line and ("write " in line or "use expect" in line)


@pytest.mark.parametrize(
    "text",
    [
        "await box.click();\nawait expect(box).toBeChecked();",
        "await expect.poll(() => box.textContent()).toBe('x');",
        "const shown = async () => rows.allTextContents();\nawait expect.poll(shown).toEqual([]);",
        "await expect(async () => { expect(await rows.count()).toBe(2); }).toPass();",
        "await box.evaluate(each => each.getAttribute('a'));",
    ],
)
def test_what_is_asked_again_until_it_holds_is_accepted(tmp_path: Path, text: str) -> None:
    assert lines_of(tmp_path, text) == []
