"""Rules in plain words: "Whoever loses a duel gets 2 Vertebrae". Reads such a sentence and drafts the rule's clauses.

A sentence has an occasion (`occasions`), players (`people`) and what happens to them (`steps`). Or it is a ban or a
limit (`bans`), or it lets players do something (`rights`). Each is a table of phrases. A sentence is read only if the
phrases account for all of its words, so that no condition is overlooked.
"""
