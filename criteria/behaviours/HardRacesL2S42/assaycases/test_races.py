# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Which things meet, and in which stories. A title passes if all orders of all its stories end right."""

from driver import TRIES, WINDOW, Fault, Story, check

ONCE = [("add", "a", 0), ("save", "a")]


def group(told):
    """A test of all stories that a function tells."""

    def run():
        check(*told())

    run.__name__ = told.__name__
    run.stories = told
    return run


def stories(*each):
    return each


def sent(number):
    """So many requests changed something."""

    def counted(run):
        if len(run.sums) != number:
            raise Fault(f"{len(run.sums)} requests were sent where {number} are due")

    return counted


def sent_at(*moments):
    """Requests that change something were sent so long after the story began."""

    def timed(run):
        found = [moment - run.begun_at for moment, _, _ in run.sums]
        if found != list(moments):
            raise Fault(f"requests are sent at {found}, not at {list(moments)}")

    return timed


def sent_after(*numbers):
    """Requests that change something were first sent a window after these edits."""

    def timed(run):
        sent_at(*(run.added_at[number] + WINDOW - run.begun_at for number in numbers))(run)

    return timed


def at_once(run):
    """The last request was due when the edit was taken back."""
    if run.sums[-1][0] != run.undone_at:
        raise Fault("an edit that the server has is not taken back at once")


# Saving: two things meet.


@group
def test_edits_and_windows():
    yield from stories(
        Story([[("add", "a", 0), ("wait", 1), ("add", "a", 1)]], check=sent_after(0)),
        Story([[("add", "a", 0), ("add", "a", 1), ("save", "a")]], check=sent_at(0)),
        Story([[("add", "a", 0), ("settle",), ("add", "a", 1)]], check=sent_after(0, 1)),
    )
    yield from stories(
        Story([[("add", "a", 1), ("add", "a", 2)]], {"tick": 2, "work": 1}, ONCE),
        Story([[("add", "a", 1), ("save", "a")], [("add", "a", 2)]], {"work": 1}, ONCE),
    )


@group
def test_two_records():
    before = [("add", "a", 0), ("add", "b", 1)]
    yield from stories(
        Story([[("save", "a")], [("save", "b"), ("add", "b", 2)]], {"work": 1}, before, ("a", "b")),
    )


@group
def test_an_edit_and_a_lost_reply():
    yield from stories(
        Story([ONCE], {"after": 2}),
        Story([ONCE], {"lose": 2}),
        Story([ONCE], {"late": 2, "land": 2}),
        Story([ONCE], {"busy": 2}),
        Story([ONCE], {"late": 1, "after": 1, "busy": 1, "land": 1}),
    )
    for kind in ("after", "lose", "late"):
        yield from stories(Story([[("add", "a", 1), ("save", "a")]], {kind: 1, "tick": 1, "land": 1}, ONCE))
    yield from stories(
        Story([ONCE], {"tick": 3, "land": 1, "work": 1}),
        Story([[("add", "a", 1)]], {"tick": 3, "land": 1}, ONCE),
    )


@group
def test_two_refreshes():
    yield from stories(
        Story([[("refresh",), ("other", "a"), ("refresh",)]], {"work": 2}),
        Story([[("other", "a"), ("refresh",)], [("new_other", "b"), ("refresh",)]], {"work": 1}),
        Story([[("refresh",), ("other", "a"), ("refresh",)]], {"work": 1, "after": 1}, lists=True),
    )


@group
def test_a_refresh_and_an_edit():
    yield from stories(Story([ONCE, [("refresh",)]], {"work": 2}))


@group
def test_a_refresh_and_what_others_did():
    yield from stories(Story([ONCE, [("other", "a"), ("refresh",)]], {"work": 1}))


@group
def test_a_save_and_a_cancel():
    yield from stories(
        Story([ONCE, [("cancel", "save")]], {"work": 1}),
        Story([ONCE, [("save", "a"), ("cancel", "save")]], {"work": 1}),
    )


@group
def test_nobody_gets_through():
    for kind in ("lose", "after", "late", "busy", "silent"):
        yield from stories(Story([[*ONCE, ("outage", kind)]]), Story([[("add", "a", 0), ("outage", kind)]]))


@group
def test_an_edit_after_nobody_got_through():
    for kind in ("lose", "after", "late", "busy"):
        yield from stories(
            Story([[*ONCE, ("outage", kind), ("add", "a", 1)]], {"land": 1, "tick": 2}),
            Story([[*ONCE, ("outage", kind), ("add", "a", 1), ("save", "a")]], {"land": 1}),
        )


# Saving: three things meet.


@group
def test_two_records_and_a_lost_reply():
    before = [("add", "a", 0), ("add", "b", 1)]
    yield from stories(
        Story([[("save", "a")], [("save", "b"), ("add", "b", 2)]], {"after": 1}, before, ("a", "b")),
    )


@group
def test_tries_are_counted_anew():
    yield from stories(Story([], {"after": TRIES, "tick": TRIES}, [*ONCE, ("add", "a", 1), ("save", "a")]))


@group
def test_a_reply_and_a_cancel_at_one_moment():
    yield from stories(
        Story([[*ONCE, ("save", "a")], [("cancel", "save")]], {"together": 1}),
    )


@group
def test_a_reply_at_the_last_moment():
    yield from stories(Story([[*ONCE, ("add", "a", 1)]], {"together": 1, "tick": 2}))


@group
def test_two_replies_at_one_moment():
    yield from stories(
        Story([[("refresh",)]], {"together": 1, "work": 2}, ONCE),
        Story([[("add", "a", 1), ("save", "a")], [("refresh",)]], {"together": 1}, ONCE),
    )


@group
def test_a_refresh_an_edit_and_a_lost_reply():
    yield from stories(
        Story([ONCE, [("refresh",)]], {"after": 1, "work": 1}),
        Story([ONCE, [("other", "a"), ("refresh",)]], {"late": 1, "land": 1}),
    )


@group
def test_a_refresh_after_nobody_got_through():
    for kind in ("after", "late", "busy"):
        yield from stories(Story([[*ONCE, ("outage", kind), ("refresh",)], [("add", "a", 1)]], {"land": 1}))


@group
def test_a_cancelled_save_a_lost_reply_and_an_edit():
    both = [[*ONCE, ("save", "a")], [("cancel", "save")]]
    yield from stories(
        Story([ONCE, [("cancel", "save"), ("add", "a", 1), ("save", "a")]], {"late": 1, "land": 1}),
        Story(both, {"after": 1, "tick": 1}),
        Story(both, {"together": 1, "after": 1}),
    )


# Taking back: two things meet.


@group
def test_undo_before_it_is_sent():
    yield from stories(
        Story([[("add", "a", 0), ("undo", 0)]], check=sent(0)),
        Story([[("add", "a", 0), ("add", "a", 1), ("undo", 0)]], check=sent(1)),
        Story([[("add", "a", 0), ("undo", 0), ("save", "a")]], check=sent(0)),
    )


@group
def test_undo_after_it_is_saved():
    before = [*ONCE, ("settle",)]
    yield from stories(
        Story([[("undo", 0)]], {}, before, check=at_once),
        Story([[("undo", 0)], [("add", "a", 1)]], {"work": 1}, before),
    )


@group
def test_undo_during_save():
    yield from stories(Story([ONCE, [("undo", 0)]], {"work": 1}))


@group
def test_a_refusal():
    yield from stories(
        Story([[*ONCE, ("add", "a", 1)]], {"refuse": 1, "work": 1}),
        Story([[("add", "a", 0), ("add", "a", 1), ("save", "a")]], {"refuse": 1}),
    )


@group
def test_abort_during_save():
    yield from stories(Story([ONCE, [("add", "a", 1), ("abort", "a")]], {"work": 1}))


# Taking back: three things meet.


@group
def test_undo_during_save_and_a_lost_reply():
    for kind in ("after", "lose", "late"):
        yield from stories(Story([ONCE, [("undo", 0)]], {kind: 1, "tick": 1, "land": 1}))


@group
def test_undo_while_it_waits_to_be_tried_again():
    yield from stories(Story([ONCE, [("undo", 0)]], {"busy": 2, "tick": 1}))


@group
def test_undo_after_it_is_saved_and_a_lost_reply():
    before = [*ONCE, ("settle",)]
    yield from stories(
        Story([[("undo", 0)], [("add", "a", 1)]], {"work": 1, "after": 1}, before),
        Story([[("undo", 0)]], {"late": 1, "land": 1}, before),
    )


@group
def test_undo_of_one_of_two():
    edits = [("add", "a", 0), ("add", "a", 1), ("save", "a")]
    yield from stories(Story([edits, [("undo", 0)]], {"busy": 1, "after": 1, "tick": 1}))


@group
def test_undo_during_save_and_a_refusal():
    yield from stories(
        Story([ONCE, [("undo", 0)]], {"refuse": 1, "work": 1}),
        Story([[("undo", 0)]], {"refuse": 1, "after": 1}, [*ONCE, ("settle",)]),
    )


@group
def test_undo_and_a_refresh():
    yield from stories(
        Story([ONCE, [("undo", 0)], [("refresh",)]], {"work": 1}),
        Story([[("undo", 0)], [("other", "a"), ("refresh",)]], {"work": 1}, [*ONCE, ("settle",)]),
    )


@group
def test_a_cancelled_undo():
    yield from stories(
        Story([ONCE, [("undo", 0), ("cancel", "undo")]], {"work": 1}),
        Story([ONCE, [("undo", 0), ("cancel", "undo")]], {"late": 1, "land": 1}),
    )


@group
def test_undo_and_an_edit_while_one_is_sent():
    yield from stories(Story([ONCE, [("add", "a", 1), ("undo", 0)]], {"work": 1, "after": 1}))


@group
def test_abort_of_some_that_are_saved():
    before = [*ONCE, ("settle",)]
    yield from stories(Story([[("add", "a", 1), ("save", "a")], [("abort", "a")]], {"after": 1, "work": 1}, before))


@group
def test_abort_and_an_undo():
    before = [*ONCE, ("settle",)]
    yield from stories(Story([[("add", "a", 1), ("save", "a")], [("undo", 0), ("abort", "a")]], {"work": 1}, before))


@group
def test_undo_after_nobody_got_through():
    for kind in ("lose", "after", "late", "busy"):
        yield from stories(
            Story([[*ONCE, ("outage", kind), ("undo", 0)]], {"land": 1, "after": 1}),
            Story([[*ONCE, ("outage", kind), ("abort", "a")], [("add", "a", 1)]], {"land": 1}),
        )


@group
def test_nobody_gets_through_during_undo():
    for kind in ("lose", "after", "late"):
        before = [*ONCE, ("settle",)]
        yield from stories(
            Story([[("undo", 0), ("outage", kind), ("save", "a")]], {"land": 1}, before),
            Story([[*ONCE, ("undo", 0), ("outage", kind), ("undo", 0)]], {"land": 1}),
        )


# Taking back: four things meet.


@group
def test_undo_a_lost_reply_a_refusal_and_a_retry():
    yield from stories(Story([ONCE, [("undo", 0)]], {"after": 1, "refuse": 1, "busy": 1}))


@group
def test_undo_a_lost_reply_a_refresh_and_an_edit():
    yield from stories(
        Story([[("undo", 0), ("add", "a", 1)], [("refresh",)]], {"late": 1, "land": 1}, ONCE),
        Story([ONCE, [("refresh",)], [("undo", 0)]], {"after": 1}),
    )


@group
def test_undo_twice_a_cancel_and_a_lost_reply():
    yield from stories(Story([ONCE, [("undo", 0), ("undo", 0), ("cancel", "undo")]], {"after": 1, "busy": 1}))


@group
def test_abort_a_refresh_others_and_a_lost_reply():
    yield from stories(Story([[("abort", "a")], [("other", "a"), ("refresh",)]], {"after": 1}, ONCE))


# Long stories, of which orders are drawn: many things meet.

NETWORK = {"lose": 2, "after": 2, "late": 2, "busy": 2, "work": 3, "land": 2, "tick": 6}
OTHERS = [("refresh",), ("other", "a"), ("refresh",), ("other", "a"), ("refresh",)]
WALKS = 250
NETWORK["refuse"] = 1
LONG = [*ONCE, ("add", "a", 1), ("undo", 0), ("save", "a"), ("abort", "a"), ("add", "a", 2)]
BESIDE = [("cancel", "save"), ("save", "a"), ("undo", 1), ("undo", 0)]


@group
def test_a_long_story_of_one_record():
    yield Story([LONG, OTHERS, BESIDE], NETWORK, walks=WALKS)
    yield Story([LONG, OTHERS, BESIDE], NETWORK, lists=True, walks=WALKS)


@group
def test_a_long_story_in_which_nobody_gets_through():
    late = [("add", "a", 7), ("outage", "late"), ("save", "a")]
    yield Story([[*LONG[:3], ("outage", "after"), *LONG[3:]], late, OTHERS], NETWORK, walks=WALKS)
