"""Elements of JSX and HTML: names, attributes, and the text that a reader sees in them."""

from hypothesis import given
from hypothesis import strategies as st

from assay.checks.markup import Element, html_elements, jsx_elements
from assay.checks.subject import Source


def jsx(markup: str) -> list[Element]:
    return list(jsx_elements(Source("a.tsx", f"const a = {markup};").tree_in("tsx")))


def html(markup: str, path: str = "a.html") -> list[Element]:
    return html_elements(path, markup)


def texts(elements: list[Element]) -> list[str]:
    """Each element's name, and behind a colon its text."""
    return [f"{element.name}: {element.text}" for element in elements]


def test_jsx_text_runs_across_nested_elements() -> None:
    found = texts(jsx("<h1>Virtual\n   <b>Piano</b> <i>player</i></h1>"))
    assert found == ["h1: Virtual Piano player", "b: Piano", "i: player"]


def test_jsx_text_runs_across_expressions() -> None:
    found = jsx("<h1>{'Virtual'} {loud ? `Pi${name}ano` : \"quiet\"} {t('key')}{/* no */}</h1>")
    assert found[0].text == "Virtual Pi ano quiet key"


def test_jsx_character_references_are_read() -> None:
    assert jsx("<p>Don&apos;t &amp; &copy;&nbsp;2026 &#65;</p>")[0].text == "Don't & © 2026 A"


def test_jsx_attributes_are_no_text() -> None:
    found = jsx("<p title='no'><input placeholder='no' />yes<Icon {...props}>no more</Icon></p>")
    assert found[0].text == "yes no more"
    assert found[1].text == ""


def test_jsx_attributes_are_kept_as_written() -> None:
    (element,) = jsx("<a.B href=\"/x\" id='y' open onClick={go} data-n={1} {...rest} />")
    assert element.name == "a.B"
    assert element.attrs == {
        "href": "/x",
        "id": "y",
        "open": "true",
        "onClick": "{go}",
        "data-n": "{1}",
    }


def test_jsx_element_in_an_attribute_is_found_and_no_text_of_those_around_it() -> None:
    found = texts(jsx("<main><Route element={<Home>Hi</Home>}>There</Route></main>"))
    assert sorted(found) == ["Home: Hi", "Route: There", "main: There"]


def test_jsx_is_read_in_code_that_does_not_parse() -> None:
    assert "h1: Hi" in texts(jsx("<div><h1>Hi</h1>{items.map(</div>"))


def test_html_void_and_self_closed_elements_hold_nothing() -> None:
    found = texts(html("<p><br>a<img src=x><app-key />b</p>c"))
    assert found == ["p: a b", "br: ", "img: ", "app-key: "]


def test_html_attributes_of_frameworks_are_kept() -> None:
    markup = '<button (click)="add(1)" [disabled]="!ok" *ngIf="a > b" checked>+</button>'
    attrs = html(markup)[0].attrs
    assert attrs == {"(click)": "add(1)", "[disabled]": "!ok", "*ngif": "a > b", "checked": ""}


def test_html_end_tags_close_what_was_left_open_inside_and_stray_ones_nothing() -> None:
    found = texts(html("<div><p>a<b>c</div></i>d<p>e"))
    assert found == ["div: a c", "p: a c", "b: c", "p: e"]


def test_html_comments_and_scripts_hold_no_elements() -> None:
    assert [element.name for element in html("<!-- <p> --><script>'<p>'</script>")] == ["script"]


def test_html_of_old_browsers_does_not_stop_the_reading() -> None:
    found = texts(html("<!doctype html><p>a</p><![foo[ bar ]]><![if IE]><p>b</p>"))
    assert found == ["p: a", "p: b"]


def test_unfinished_tag_at_the_end_leaves_the_elements_before_it() -> None:
    assert texts(html('<p>a</p><p>b</p><a href="x')) == ["p: a", "p: b"]


def test_inline_angular_template_is_read_in_each_kind_of_quotes() -> None:
    for quote in "`'\"":
        code = f"@Component({{ template: {quote}<h1>Piano</h1>{quote}, styles: [] }})"
        assert texts(html(code + code, "app.component.ts")) == 2 * ["h1: Piano"]


def test_inline_angular_template_may_hold_other_and_escaped_quotes() -> None:
    code = "template: `<p title=\"a\" [b]=\"'c'\">d \\` e</p>`, templateUrl: './x.html'"
    (element,) = html(code, "a.ts")
    assert element.attrs == {"title": "a", "[b]": "'c'"}
    assert element.text == "d \\` e"


def test_code_outside_templates_is_no_html() -> None:
    assert html("const a = '<p>x</p>'; const template = `<b></b>`;", "a.ts") == []


@given(st.text(alphabet="<>/!-[]ab \"'=&;`{}", max_size=60))
def test_no_markup_is_an_error(text: str) -> None:
    for elements in (html(text), html(f"template: `{text}`", "a.ts"), jsx(f"<p>{text}</p>")):
        assert all(element.text == " ".join(element.text.split()) for element in elements)
