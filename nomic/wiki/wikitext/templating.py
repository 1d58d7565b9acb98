"""Django's templates for wikitext: every variable is escaped for MediaWiki, unless it is Wikitext already.

Django's own escape knows HTML only and is chosen deep inside its engine; so each template, once compiled, has its
variables' nodes changed to `WikitextVariable`, and tags that would write a value by another way are refused.
"""

from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.template import Context, Engine, Origin, TemplateSyntaxError, defaulttags, loader_tags
from django.template.base import Node, Template, TextNode, VariableNode
from django.template.loaders import cached

from nomic.wiki.wikitext.escape import Wikitext, inline

PERMITTED: tuple[type[Node], ...] = (
    TextNode,
    VariableNode,
    defaulttags.CommentNode,
    defaulttags.ForNode,
    defaulttags.IfNode,
    defaulttags.LoadNode,
    defaulttags.WithNode,
    loader_tags.BlockNode,
    loader_tags.ExtendsNode,
    loader_tags.IncludeNode,
)


class Missing(LookupError):
    """A template shows something that its context does not have."""


class WikitextVariable(VariableNode):
    """A variable in a template, written safely."""

    def render(self, context: Context) -> str:
        value = self.filter_expression.resolve(context, ignore_failures=True)
        if value is None:
            # A page with a hole in it would look like the truth.
            raise Missing(f"there is no {self.filter_expression.token}")
        return inline(value)


def arm(template: Template) -> Template:
    """Change the template's variables to safe ones. Raises TemplateSyntaxError for tags that are not permitted."""
    for node in template.nodelist.get_nodes_by_type(Node):
        if type(node) is VariableNode:
            node.__class__ = WikitextVariable
        elif not isinstance(node, (*PERMITTED, WikitextVariable)):
            raise TemplateSyntaxError(f"{template.name}: {type(node).__name__} is not for wikitext")
    return template


class WikitextLoader(cached.Loader):
    """Loads templates once and arms them, those that others include or extend too."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        return arm(super().get_template(template_name, skip))


def folders() -> list[str]:
    """Where wikitext templates lie: with the host's, or in an app's own folder `templates/wiki`."""
    homes = [Path(settings.BASE_DIR), *(Path(config.path) for config in apps.get_app_configs())]
    return [str(home / "templates" / "wiki") for home in homes]


engine = Engine(
    dirs=folders(),
    loaders=[("nomic.wiki.wikitext.templating.WikitextLoader", ["django.template.loaders.filesystem.Loader"])],
    builtins=["nomic.wiki.wikitext.filters"],
    autoescape=False,  # of HTML, that is
)


def render(name: str, context: dict[str, Any]) -> Wikitext:
    """The template's wikitext. Raises Missing where it names what the context does not have."""
    return Wikitext(engine.get_template(name).render(Context(context, autoescape=False)))


def render_string(source: str, context: dict[str, Any]) -> Wikitext:
    """As `render`, of a template given as text."""
    return Wikitext(arm(engine.from_string(source)).render(Context(context, autoescape=False)))
