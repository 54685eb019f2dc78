# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""The services as they would be if memory cost nothing, and the commands that they are sent."""

from random import Random

COMMANDS = 2400


class Sums:
    """Payments of accounts by day."""

    ACCOUNTS, DAYS = 20, 360

    def __init__(self):
        self.paid = {}
        self.sent = 0

    def pay(self, account, day, amount):
        """The account's sum over all days."""
        self.paid[account, day] = self.paid.get((account, day), 0) + amount
        return self.sum(account, 0, self.DAYS - 1)

    def sum(self, account, first, last):
        return sum(self.paid.get((account, day), 0) for day in range(first, last + 1))

    def all(self, first, last):
        """The sum over all accounts."""
        return sum(self.sum(account, first, last) for account in range(self.ACCOUNTS))

    def draw(self, random):
        """The next command. Days go on; one payment in ten comes late."""
        self.sent += 1
        today = self.sent * self.DAYS // (COMMANDS + 1)
        account = int(self.ACCOUNTS * random.random() ** 2)
        first, last = sorted((random.randrange(today + 1), random.randrange(today + 1)))
        kind = random.random()
        if kind < 0.5:
            day = first if random.random() < 0.1 else today
            return "pay", account, day, random.randrange(1, 100_000)
        return ("sum", account, first, last) if kind < 0.8 else ("all", first, last)


class Ranks:
    """Points of players."""

    PLAYERS = 500

    def __init__(self):
        self.points = [0] * self.PLAYERS

    def add(self, player, points):
        """The player's points by now."""
        self.points[player] += points
        return self.points[player]

    def rank(self, player):
        """How many players have more points."""
        return sum(points > self.points[player] for points in self.points)

    def top(self, count):
        """The players with most points; of equal ones the lower number is first."""
        order = sorted(range(self.PLAYERS), key=lambda player: (-self.points[player], player))
        return order[:count]

    def draw(self, random):
        player = int(self.PLAYERS * random.random() ** 2)
        kind = random.random()
        if kind < 0.5:
            return "add", player, random.randrange(1, 500)
        return ("rank", player) if kind < 0.85 else ("top", 10)


class Feed:
    """Users follow each other and see what was posted last."""

    USERS, NEWEST = 60, 8

    def __init__(self):
        self.follows = [set() for _ in range(self.USERS)]
        self.posts = []

    def post(self, user):
        """The number of the post: 0, 1, 2 ..."""
        self.posts.append(user)
        return len(self.posts) - 1

    def follow(self, user, other):
        """Whether that is new."""
        new = other not in self.follows[user]
        self.follows[user].add(other)
        return new

    def unfollow(self, user, other):
        """Whether that changes anything."""
        there = other in self.follows[user]
        self.follows[user].discard(other)
        return there

    def feed(self, user):
        """The numbers of the newest posts, also old ones, of those whom the user follows by now."""
        seen = [n for n, author in enumerate(self.posts) if author in self.follows[user]]
        return seen[: -self.NEWEST - 1 : -1]

    def draw(self, random):
        user = random.randrange(self.USERS)
        other = int(self.USERS * random.random() ** 2)
        kind = random.random()
        if kind < 0.2:
            return "post", other
        if kind < 0.45:
            return "follow", user, other
        if kind < 0.5 and self.follows[user]:
            return "unfollow", user, random.choice(sorted(self.follows[user]))
        return "feed", user


class Rooms:
    """Rooms are booked for nights in a row."""

    ROOMS, DAYS, NIGHTS = 30, 150, 14

    def __init__(self):
        self.bookings = [{} for _ in range(self.ROOMS)]

    def book(self, room, first, nights):
        """Whether the room was free on all these nights; then it is booked."""
        if not self._is_free(room, first, nights):
            return False
        self.bookings[room][first] = nights
        return True

    def free(self, first, nights):
        """The lowest room that is free on all these nights, or None."""
        rooms = (room for room in range(self.ROOMS) if self._is_free(room, first, nights))
        return next(rooms, None)

    def cancel(self, room, night):
        """Takes away the whole booking that has this night: its first night and nights, or None."""
        for first, nights in self.bookings[room].items():
            if first <= night < first + nights:
                del self.bookings[room][first]
                return [first, nights]
        return None

    def _is_free(self, room, first, nights):
        return all(
            first >= start + length or start >= first + nights
            for start, length in self.bookings[room].items()
        )

    def draw(self, random):
        room, first = int(self.ROOMS * random.random() ** 1.2), random.randrange(self.DAYS)
        nights = random.randrange(1, min(self.NIGHTS, self.DAYS - first) + 1)
        kind = random.random()
        if kind < 0.55:
            return "book", room, first, nights
        return ("free", first, nights) if kind < 0.85 else ("cancel", room, first)


class Turns:
    """What waits for its turn."""

    PRIORITIES = 1000

    def __init__(self):
        self.waiting = {}
        self.sent = 0

    def push(self, priority):
        """The number of the entry: 0, 1, 2 ..."""
        self.waiting[self.sent] = priority
        self.sent += 1
        return self.sent - 1

    def pop(self):
        """Takes out the entry of the lowest priority, of equal ones the lowest number; or None."""
        if not self.waiting:
            return None
        entry = min(self.waiting, key=lambda each: (self.waiting[each], each))
        del self.waiting[entry]
        return entry

    def move(self, entry, priority):
        """Gives an entry another priority, and returns the one that it had; None if it is gone."""
        if entry not in self.waiting:
            return None
        before, self.waiting[entry] = self.waiting[entry], priority
        return before

    def draw(self, random):
        kind, priority = random.random(), random.randrange(self.PRIORITIES)
        if kind < 0.5 or not self.sent:
            return "push", priority
        return ("pop",) if kind < 0.75 else ("move", random.randrange(self.sent), priority)


SERVICES = [Sums, Ranks, Feed, Rooms, Turns]
TASKS = {service.__name__.lower(): service for service in SERVICES}


def commands(task, seed):
    """Pairs of a command and the reply that is due, as JSON has them."""
    service, random = TASKS[task](), Random(f"{task}:{seed}")
    for _ in range(COMMANDS):
        name, *values = service.draw(random)
        due = getattr(service, name)(*values)
        yield [name, *values], due
