# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""The services as they would be if memory cost nothing, and the commands that they are sent."""

from random import Random

COMMANDS = 2400


class Sums:
    """Payments of accounts by day."""

    ACCOUNTS, DAYS = 40, 360

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

    PLAYERS = 600

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
            return "add", player, random.randrange(1, 200)
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


SERVICES = [Sums, Ranks, Feed]
TASKS = {service.__name__.lower(): service for service in SERVICES}


def commands(task, seed):
    """Pairs of a command and the reply that is due, as JSON has them."""
    service, random = TASKS[task](), Random(f"{task}:{seed}")
    for _ in range(COMMANDS):
        name, *values = service.draw(random)
        due = getattr(service, name)(*values)
        yield [name, *values], due
