"""The owner's publications: from exports and registries to rows of publications.csv."""

NOT_MINE = "not-mine.csv"
