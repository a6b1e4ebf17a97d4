"""Registered domains, as far as folds of sites need them."""

SECOND_LEVEL = {"com", "co", "org", "net", "edu", "gov", "ac"}


def domain_of(site):
    """news.example.co.uk/forum → example.co.uk"""
    labels = site.split("/")[0].split(".")
    length = 3 if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in SECOND_LEVEL else 2
    return ".".join(labels[-length:])
