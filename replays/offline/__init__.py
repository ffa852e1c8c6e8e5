"""The rules on a phone: what its browser is given so that it can judge entries without a network.

`wheels.lock` names the Python for browsers and the msgspec for it; `fetching` brings them here,
`packing` makes the archive of the games and `looks` those with which a phone draws; `phone` judges
there, `drawing` draws.
"""
