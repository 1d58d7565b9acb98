"""Forms generated from JSON schemas, and the parsing of what users type into them.

Contract: a schema goes in as the `Expectation` of a pydantic model. Its `Form` is the one reader of a field: type,
bounds, choices, title, description, default. `field_kinds` decides which kind of input a field gets. Two builders use
it: `django_fields` makes the fields of a flat form, for arguments of actions; `schema_forms` makes nested inputs for a
part of the law, and parses them again without a schema. No builder validates. A value that does not fit is passed on,
and the action or the law refuses it with the rule. No input loses a value: a value that no other input can hold is
shown as data.
"""
