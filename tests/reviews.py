"""Reviews for tests: gold, and gold with findings that nothing in the source shows."""

from assay.content.datasets import load_description, load_sources

INVENTED = (
    ("A worker thread is never joined", "A background thread starts here and outlives its caller."),
    ("The SQL query is built by hand", "Values are concatenated into a statement of the database."),
    ("Passwords are hashed with MD5", "A fast digest lets an attacker guess what was stored."),
    ("The socket reconnects in a tight loop", "Nothing slows the attempts down after a hang-up."),
    ("A recursion has no base case", "Deep input exhausts the call stack of the interpreter."),
    ("Floating-point money", "Prices are summed up in binary fractions and drift by cents."),
    ("The cookie is set without HttpOnly", "Any code of the domain can steal the session from it."),
    ("A circular import", "Two modules load each other, so one sees half of the other."),
    ("Bitwise instead of logical and", "The single ampersand evaluates both operands here."),
    ("The feature flag is inverted", "Customers of the beta programme get the former layout."),
)
"""Titles and problems that are true of none of the programs."""


def padded(review: str, dataset: str) -> str:
    """The review with ten invented issues at real places, at the end of its section on issues."""
    files = load_sources(dataset, load_description(dataset).choice)
    code = [file for file in files if file.path.endswith((".js", ".ts", ".py", ".html"))]
    issues = []
    for number, (title, problem) in enumerate(INVENTED):
        file = code[number % len(code)]
        middle = (file.content or "").count("\n") // 2 + 1
        issues.append(
            f"### {100 + number}. {title}\n\n**Location:** `{file.path}:{middle}`\n\n"
            f"**Severity:** minor\n\n**Problem:** {problem}\n\n**Suggestion:** Mend it.\n"
        )
    return review.replace("## Recommendations", "\n".join([*issues, "## Recommendations"]))
