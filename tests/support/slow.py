"""What takes seconds, and is left out by ./test --quick: whole files, and single tests among quick ones."""

# Whole processes, long waits, random games.
SLOW = (
    *("tests/bench", "tests/conformance", "tests/fourth_game", "tests/simulation", "tests/story"),
    *("tests/devtools/test_checks.py", "tests/devtools/test_run.py", "tests/devtools/test_seed_demo.py"),
    "tests/devtools/test_new.py",
    "tests/devtools/test_several_machines.py",
    *("tests/wiki/test_faults.py", "tests/wiki/test_slow_wiki.py", "tests/web/test_odd_moves.py"),
    *("tests/api/test_schemathesis.py", "tests/cycles/test_backup.py", "tests/notices/test_workers.py"),
)
# Each of them takes as long as ten ordinary tests or more; what else is in their files is quick.
LONG: dict[str, tuple[str, ...]] = {
    "tests/admin/test_pages.py": (
        "test_hostile_words_are_written_as_words",
        "test_links_of_a_cycle_lead_to_what_is_in_it",
        "test_lists_need_as_many_queries_for_many_rows_as_for_few",
        "test_lists_search_and_pages_open",
        "test_nobody_adds_changes_or_deletes",
    ),
    "tests/api/test_effect_language.py": ("test_the_effect_language_can_be_fetched_and_kept",),
    "tests/api/test_match_games.py": ("test_whatever_clients_do_the_match_and_its_record_agree",),
    "tests/api/test_reading.py": ("test_the_number_of_queries_does_not_grow",),
    "tests/api/test_schema.py": ("test_the_schema_is_valid_and_nothing_in_it_was_guessed",),
    "tests/clauses/test_another_order.py": ("test_a_clause_that_its_own_repeal_would_wake_is_gone",),
    "tests/clauses/test_events_walk.py": ("test_every_name_of_every_event_can_be_used_or_is_refused",),
    "tests/clauses/test_luck.py": (
        "test_R126_dice_that_take_away_the_price_of_their_reroll_make_it_fail",
        "test_R19_a_law_changed_since_stands",
    ),
    "tests/clauses/test_ministry.py": (
        "test_a_loan_falls_due_after_three_days",
        "test_one_can_turn_back_and_look_again",
        "test_seals_count_in_the_vote_on_a_decree",
    ),
    "tests/clauses/test_ministry_season.py": ("test_a_season_is_played_to_its_end",),
    "tests/clauses/test_patience.py": ("test_what_was_asked_before_there_was_a_limit_is_asked_again",),
    "tests/clauses/test_people.py": ("test_the_richest_of_very_many_wins_in_time_that_grows_with_them",),
    "tests/clauses/test_secret_values.py": (
        "test_a_correction_of_a_secret_is_said_under_seal",
        "test_a_secret_is_seen_through_no_door",
        "test_an_amendment_makes_no_secret_public",
        "test_it_is_secret_again_once_it_is_set_anew",
        "test_two_secrets_of_one_act_are_opened_when_both_are_revealed",
        "test_what_was_said_before_stays_under_seal",
    ),
    "tests/clauses/test_triggers.py": ("test_a_chain_that_feeds_itself_ends",),
    "tests/config/test_patterns.py": (
        "test_every_pattern_takes_steps_that_grow_with_the_text",
        "test_the_matcher_that_counts_finds_what_re_finds",
    ),
    "tests/config/test_collecting.py": ("test_a_server_has_read_everything_before_it_is_asked",),
    "tests/corrections/test_correcting.py": ("test_another_history_adopted_meanwhile_has_it_told_again",),
    "tests/cycles/test_arguments_in_steps.py": ("test_what_is_sent_is_read_in_steps_that_grow_with_it",),
    "tests/cycles/test_listening.py": ("test_the_document_is_what_the_command_prints",),
    "tests/cycles/test_looking_after_acts.py": ("test_the_hall_asks_little_after_an_act_whatever_it_was",),
    "tests/cycles/test_settling.py": ("test_R2_after_weeks_without_anybody_nothing_is_lost",),
    "tests/exoptosis/test_acts_that_draw.py": ("test_R126_every_act_that_draws_has_its_entry_however_it_is_tried",),
    "tests/exoptosis/test_battles.py": (
        "test_R134_nor_does_a_move_that_was_rolled_again_keep_a_pack_from_it",
        "test_R4_a_battle_goes_on_across_phase_boundaries_until_it_ends",
    ),
    "tests/exoptosis/test_bounded_work.py": ("test_a_proposal_whose_trials_cost_too_much_is_refused_with_that_reason",),
    "tests/exoptosis/test_exploration.py": (
        "test_R107_S12_the_rat_scratches_up_to_seven_cards",
        "test_R107_S1_a_door_permits_a_proposal",
    ),
    "tests/exoptosis/test_no_names_of_the_law.py": ("test_no_program_has_the_name_of_a_species_or_a_modifier",),
    "tests/exoptosis/test_random_cards.py": ("test_R27_random_cards_have_exactly_the_probabilities_of_the_rules",),
    "tests/forecast/test_dry_run.py": (
        "test_dice_are_others_than_those_to_come_and_the_same_with_and_without",
        "test_ten_proposals_take_less_than_two_seconds",
    ),
    "tests/forecast/test_dry_run_pages.py": ("test_the_law_that_it_would_lead_to_is_shown",),
    "tests/forecast/test_simulating.py": (
        "test_a_mistake_of_the_program_is_said",
        "test_a_simulation_shows_that_a_price_rises",
        "test_no_simulation_depends_on_a_secret_or_on_who_has_what",
    ),
    "tests/knucklebones/engine/test_any_game.py": ("test_the_greedy_bot_wins_more_often_than_the_random_one",),
    "tests/law/test_amendments.py": ("test_copies_of_copies_do_not_grow_without_end",),
    "tests/law/test_storing_revisions.py": ("test_forty_large_proposals_take_their_own_room_and_little_more",),
    "tests/playtest/test_season.py": (
        "test_a_season_holds_whatever_is_played",
        "test_players_trade_go_to_court_elect_a_judge_and_have_the_past_corrected",
        "test_the_same_seed_gives_the_same_season",
    ),
    "tests/settling/test_every_reader_settles.py": ("test_R2_every_address_that_shows_a_cycle_settles_it_first",),
    "tests/settling/test_in_pieces.py": ("test_hundreds_of_short_phases_are_settled_in_pieces",),
    "tests/matches/test_outages.py": ("test_R128_one_outage_after_another_is_told_in_any_order",),
    "tests/matches/test_sealed_moves.py": ("test_what_others_see_does_not_depend_on_what_was_wished",),
    "tests/tetromic/test_cycle.py": ("test_R63_a_cycle_under_the_whole_law_to_its_victory",),
    "tests/web/test_any_script.py": ("test_every_page_stands_for_every_name",),
    "tests/web/test_blocks.py": (
        "test_a_card_with_two_steps_is_built_from_blocks",
        "test_a_clause_begins_as_what_it_is_to_be",
        "test_an_action_with_an_argument_and_a_limit_is_put_together",
        "test_steps_are_moved_copied_taken_out_and_taken_back",
        "test_what_was_typed_stays_while_something_else_is_pressed",
    ),
    "tests/web/test_changes_again.py": (
        "test_a_new_rule_and_a_rule_that_was_changed_are_opened_again",
        "test_a_value_is_changed_again",
    ),
    "tests/web/test_entry_points_in_steps.py": (
        "test_pages_read_what_is_sent_in_steps_that_grow_with_it",
        "test_the_api_and_headers_are_read_in_steps_that_grow_with_them",
    ),
    "tests/web/test_instants.py": ("test_every_time_on_a_page_is_a_time_element_and_practice_time_says_so",),
    "tests/web/test_letting_a_rule_do_something.py": (
        "test_a_new_rule_is_put_in_and_does_something",
        "test_a_rule_that_stands_does_something_more",
    ),
    "tests/web/test_lists_and_numbers.py": (
        "test_a_bound_that_is_a_number_is_typed_and_what_is_none_is_refused_at_it",
        "test_an_enemy_learns_to_flee_without_a_line_of_data",
        "test_elements_are_moved_copied_taken_out_and_taken_back",
        "test_the_bound_of_a_number_is_worked_out_by_blocks",
    ),
    "tests/web/test_names_and_new_parts.py": (
        "test_a_name_that_cannot_be_is_refused_and_nothing_is_renamed",
        "test_a_name_that_the_law_cannot_have_is_refused_at_it",
        "test_an_argument_is_called_otherwise_and_its_steps_follow",
        "test_what_is_pressed_together_with_a_new_name_still_finds_its_place",
    ),
    "tests/web/test_nothing_typed_is_lost.py": ("test_taking_a_change_out_leaves_what_is_open",),
    "tests/web/test_pages.py": (
        "test_a_crowd_costs_no_more_queries",
        "test_who_may_see_what",
    ),
    "tests/web/test_queries.py": ("test_no_page_asks_more_for_a_crowd",),
    "tests/wiki/test_markers.py": ("test_pages_that_share_little_are_told_as_a_whole",),
    "tests/wiki/test_new_pages.py": ("test_many_pages_made_at_once_are_few_requests",),
    "tests/wiki/test_parts.py": ("test_thousands_of_players_are_all_there",),
    "tests/wiki/test_stale.py": ("test_a_broker_that_is_down_is_noticed_at_once",),
    "tests/wiki/test_summaries.py": ("test_a_summary_is_short_however_much_happened",),
    "tests/wiki/test_truth.py": ("test_published_is_what_the_wiki_confirmed",),
}


def is_slow(test: str) -> bool:
    """Whether a test takes seconds; of one with cases its name is all that is given."""
    file, _, name = test.partition("::")
    return test.startswith(SLOW) or name in LONG.get(file, ())
