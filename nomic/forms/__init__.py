"""Forms generated from JSON schemas, and the parsing of what users type into them.

Contract: a schema goes in as the `Expectation` of a pydantic model, whose `Form` is the one reader of a field: type,
bounds, choices, title, description, default. `field_kinds` decides which kind of input a field gets. Two builders use
it: `django_fields` makes the fields of a flat form, for arguments of actions; `schema_forms` makes nested inputs for a
part of the law, and parses them again without a schema. No builder validates: a value that does not fit is passed on,
for the action or the law to refuse with the rule. No input loses a value: what no other input can hold is data.
"""
