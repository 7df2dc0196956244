"""Which stored replies no case file asks for any more.

What a case asks is found out by judging it from the store alone: nothing is asked, no target runs, no code of
users' is called. Whatever can't be found out that way is a *doubt*, and a doubt keeps every reply that it may
be about: a reply counts as unused only where that is certain.
"""
