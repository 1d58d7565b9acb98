"""Reading pages in tests."""

from django.http import HttpResponse


def text_of(answer: HttpResponse) -> str:
    return answer.content.decode()
