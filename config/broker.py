"""Redis as the broker, made to survive its own absence.

When the broker goes away, Celery gives the connection up and then, once more, closes its channel.
Kombu then tries to give unfinished messages back through a connection that has forgotten where it
led, and the AttributeError of that ends the worker. Nothing has to be given back there: the broker
does so itself after the visibility timeout, or it has lost everything and the sweeps send it again.
"""

from typing import Any

from kombu.transport import redis, virtual


class ForgivingQoS(redis.QoS):  # type: ignore[misc, unused-ignore]
    """Lets go of the messages of a channel whose connection was given up."""

    def restore_unacked(self, client: Any = None) -> None:
        """Give unfinished messages back, if there is a way."""
        if self._is_cut_off():
            self._delivered.clear()
        else:
            super().restore_unacked(client)  # type: ignore[no-untyped-call, unused-ignore]

    def ack(self, delivery_tag: Any) -> None:
        """Say that a message is done, if there is anybody to say it to."""
        if self._is_cut_off():
            virtual.QoS.ack(self, delivery_tag)  # type: ignore[no-untyped-call, unused-ignore]
        else:
            super().ack(delivery_tag)  # type: ignore[no-untyped-call, unused-ignore]

    def reject(self, delivery_tag: Any, requeue: bool = False) -> None:
        """Refuse a message, if there is anybody to refuse it to."""
        if self._is_cut_off():
            virtual.QoS.ack(self, delivery_tag)  # type: ignore[no-untyped-call, unused-ignore]
        else:
            super().reject(delivery_tag, requeue=requeue)  # type: ignore[no-untyped-call, unused-ignore]

    def _is_cut_off(self) -> bool:
        transport = self.channel.connection
        return transport is None or transport.client is None


def install() -> None:
    """Make every Redis channel opened from now on forgiving."""
    redis.Channel.QoS = ForgivingQoS
