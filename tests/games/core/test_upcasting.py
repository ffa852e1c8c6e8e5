from games.core.upcasting import upcast, upcaster


@upcaster("upcasttests.moved", from_schema=1)
def _first(data: list[int]) -> list[int]:
    return [*data, 1]


@upcaster("upcasttests.moved", from_schema=2)
def _second(data: list[int]) -> list[int]:
    return [*data, 2]


def test_steps_run_in_order_from_the_schema_found() -> None:
    assert upcast("upcasttests.moved", 1, 3, []) == [1, 2]
    assert upcast("upcasttests.moved", 2, 3, []) == [2]
    assert upcast("upcasttests.moved", 3, 3, []) == []


def test_a_registered_step_can_still_be_called() -> None:
    assert _first([0]) == [0, 1]
