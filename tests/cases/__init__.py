"""Small inputs made after public bug reports, each with the outcome that is right.

``../shared/cases`` holds the inputs and a README that says what is right for each. A test here
reads one of them with the command line, as a user would, and carries the case that it shows::

    @pytest.mark.case("07", "KGX: a blank cell of negated is false")
    def test_blank_negated_cells_are_facts(case: Case) -> None:
        case.load("k_edges.tsv")
        assert case.facts() == {…}

A run that includes these tests ends with a table of them.
"""
