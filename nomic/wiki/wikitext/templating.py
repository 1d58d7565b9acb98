"""Django templates for wikitext. Every variable is escaped for MediaWiki, except Wikitext.

Django's own escaping is for HTML and hard-wired in its engine. So the variable nodes of each compiled template are
converted to `WikitextVariable`, and tags that could output a value in another way are refused.
"""

from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.template import Context, Engine, Origin, TemplateSyntaxError, defaulttags, loader_tags
from django.template.base import Node, Template, TextNode, VariableNode
from django.template.loaders import cached

from nomic.wikitext.escape import Wikitext, inline

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
    """Raised if a template shows a variable that is missing from its context."""


class WikitextVariable(VariableNode):
    """A variable of a template, which is escaped for wikitext."""

    def render(self, context: Context) -> str:
        value = self.filter_expression.resolve(context, ignore_failures=True)
        if value is None:
            # A page with a gap would look as if it were correct.
            raise Missing(f"there is no {self.filter_expression.token}")
        return inline(value)


def arm(template: Template) -> Template:
    """Convert the template's variables to escaped ones. Raises TemplateSyntaxError for tags that are not permitted."""
    for node in template.nodelist.get_nodes_by_type(Node):
        if type(node) is VariableNode:
            node.__class__ = WikitextVariable
        elif not isinstance(node, (*PERMITTED, WikitextVariable)):
            raise TemplateSyntaxError(f"{template.name}: {type(node).__name__} is not for wikitext")
    return template


class WikitextLoader(cached.Loader):
    """Template loader that loads and converts each template once, including those included or extended."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        return arm(super().get_template(template_name, skip))


def folders() -> list[str]:
    """Return the folders of wikitext templates: the host's own, and each app's `templates/wiki`."""
    homes = [Path(settings.BASE_DIR), *(Path(config.path) for config in apps.get_app_configs())]
    return [str(home / "templates" / "wiki") for home in homes]


engine = Engine(
    dirs=folders(),
    loaders=[("nomic.wiki.wikitext.templating.WikitextLoader", ["django.template.loaders.filesystem.Loader"])],
    builtins=["nomic.wiki.wikitext.template_filters"],
    autoescape=False,  # this setting concerns HTML escaping
)


def render_wikitext(name: str, context: dict[str, Any]) -> Wikitext:
    """Render the template as wikitext. Raises Missing if it uses a variable that the context does not have."""
    return Wikitext(engine.get_template(name).render(Context(context, autoescape=False)))
