"""Django's test client notes every template that is rendered, with a copy of all it was given.

Nobody asks for more than the outermost: noting the hundreds that it includes is a tenth of a page.
"""

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session", autouse=True)
def _only_the_outermost_template_is_noted(request: pytest.FixtureRequest) -> Iterator[None]:
    if not request.config.pluginmanager.hasplugin("django"):
        yield
        return
    request.getfixturevalue("django_test_environment")
    from django.template import Template
    from django.test.signals import template_rendered

    noting = Template._render  # type: ignore[attr-defined]  # what the test environment put there

    def render(self: Any, context: Any) -> Any:
        if context.template is self:
            template_rendered.send(sender=self, template=self, context=context)
        return self.nodelist.render(context)

    Template._render = render  # type: ignore[attr-defined]  # the same
    yield
    Template._render = noting  # type: ignore[attr-defined]  # the same
