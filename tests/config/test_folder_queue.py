"""The queue in a folder: whole messages, each taken once."""

from collections.abc import Callable
from pathlib import Path
from queue import Empty
from threading import Event, Thread
from typing import Any

import pytest
from kombu import Connection, Exchange, Queue

from nomic.config import folder_queue
from nomic.config.folder_queue import Channel

Open = Callable[[], Channel]


@pytest.fixture
def channel(tmp_path: Path) -> Open:
    """Opens channels to one folder, as several processes have them."""
    folder_queue.use()
    options = {"store_processed": False}
    for name in ("data_folder_in", "data_folder_out", "processed_folder", "control_folder"):
        folder = tmp_path / ("messages" if name.startswith("data") else name)
        folder.mkdir(exist_ok=True)
        options[name] = str(folder)

    def opened() -> Any:
        return Connection("filesystem://", transport_options=options).channel()

    return opened


def test_the_address_of_a_folder_means_this_queue(channel: Open) -> None:
    assert isinstance(channel(), Channel)


def test_messages_come_in_their_order_each_once(channel: Open) -> None:
    one, other = channel(), channel()
    for number in range(20):
        one._put("clock", {"number": number})
        one._put("wiki", {"number": -number})
    heard = [(one, other)[number % 2]._get("clock")["number"] for number in range(20)]
    assert sorted(heard) == list(range(20))
    with pytest.raises(Empty):
        one._get("clock")
    assert one._size("wiki") == 20


def test_half_a_message_stops_nobody(channel: Open, tmp_path: Path) -> None:
    """Left by a process that was killed, or by another program: it is dropped, and the next one is taken."""
    one = channel()
    for name, text in (("a", ""), ("b", '{"number": '), ("c", "\ud7ff")):
        (tmp_path / "messages" / f"{0:015}_{name}.clock.msg").write_text(text)
    one._put("clock", {"number": 1})
    assert one._get("clock") == {"number": 1}
    assert list((tmp_path / "messages").iterdir()) == []
    assert list((tmp_path / "processed_folder").iterdir()) == []


def test_what_is_being_written_is_seen_by_nobody(
    channel: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever lists the folder in the middle of a write finds no message, and no half of one."""
    one = channel()
    write, seen = Path.write_text, []

    def in_two_halves(self: Path, text: str) -> None:
        write(self, text[:5])
        with pytest.raises(Empty):
            one._get("clock")
        seen.append([file.name for file in (tmp_path / "messages").iterdir() if file.name.endswith(".msg")])
        write(self, text)

    monkeypatch.setattr(Path, "write_text", in_two_halves)
    one._put("clock", {"number": 1})
    assert seen == [[]]
    assert one._get("clock") == {"number": 1}


def test_many_who_write_and_take_at_once_lose_nothing(channel: Open) -> None:
    """Four write 200 messages each while three take: every message comes to one of them."""
    done, taken = Event(), []

    def write(place: int) -> None:
        mine = channel()
        for number in range(200):
            mine._put("clock", {"number": place * 1000 + number, "text": "x" * 5000})

    def take() -> None:
        mine = channel()
        while True:
            finished = done.is_set()
            try:
                taken.append(mine._get("clock")["number"])
            except Empty:
                if finished:
                    return

    writers = [Thread(target=write, args=(place,)) for place in range(4)]
    takers = [Thread(target=take) for _ in range(3)]
    for thread in writers + takers:
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    for thread in takers:
        thread.join()
    assert sorted(taken) == sorted(place * 1000 + number for place in range(4) for number in range(200))


def test_queues_bound_at_once_are_all_bound(channel: Open, tmp_path: Path) -> None:
    """The table of an exchange is changed by one at a time, and is whole for whoever reads it."""

    def bind(place: int) -> None:
        mine = channel()
        for number in range(20):
            mine._queue_bind("all", f"key {number}", "", f"queue {place}-{number}")
            assert mine.get_table("all")

    threads = [Thread(target=bind, args=(place,)) for place in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table = channel().get_table("all")
    assert len(table) == 60
    channel()._delete("queue 0-0", "all", "key 0", "")
    assert len(channel().get_table("all")) == 59
    (tmp_path / "control_folder" / "all.exchange").write_text('[["ke')
    assert channel().get_table("all") == []


def test_a_message_sent_to_an_exchange_arrives(channel: Open) -> None:
    mine: Any = channel()
    exchange = Exchange("clock")
    queue = Queue("clock", exchange, routing_key="clock")
    connection = mine.connection.client
    with connection.Producer() as producer:
        producer.publish({"wake": 1}, exchange=exchange, routing_key="clock", declare=[queue])
    message = queue(mine).get()
    assert message.payload == {"wake": 1}
    message.ack()
