/** A row by its columns; what is not named is null. */
type Row = Readonly<Record<string, unknown>>

const someId = 'c0000000-0000-4000-a000-000000000001'
const otherId = 'c0000000-0000-4000-a000-000000000002'

/** A list of so many ids. */
const ids = (count: number) => Array.from({ length: count }, () => someId)

/** A line of a document that is in order. */
const line: Row = {
  kind: 'item',
  position: 'a',
  qty: 1,
  unit_price: 1,
  discount_pct: 0,
  vat_rate: 18,
  vat_treatment: 'standard',
  net: 1,
}

/** What no line of a quotation, an order, an invoice and a credit note may be. */
const wrongLines: Readonly<Record<string, Row>> = {
  line_amounts_belong_to_kind: { kind: 'item', net: 0 },
  line_only_standard_is_charged: { ...line, vat_treatment: 'exempt' },
  line_position_length: { ...line, position: 'a b' },
  line_qty_range: { ...line, qty: -1 },
  line_size_range: { ...line, width_mm: -1, height_mm: 10 },
}

/**
 * Rows that say two things which do not go together, and lists that are too long, by table and by the rule that refuses them. A rule over
 * more than one column or over the length of a list, and every rule of a table of the schema private, has its row here.
 */
export const refusedRows: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  absences: {
    absences_end_after_begin: { starts_on: '2026-01-02', ends_on: '2026-01-01' },
  },
  account_rules: {
    account_rules_conditions_fit: { part: 'money', vat_rate: 18 },
  },
  bank_bookings: {
    bank_bookings_amount_moves_money: { amount: 0 },
    bank_bookings_one_account: { account_id: someId, cost_account_id: otherId },
    bank_bookings_vat_is_a_part: { amount: 5, vat: 5, vat_rate: 18, cost_account_id: someId, account_id: null },
    bank_bookings_vat_has_its_rate: { amount: 5, vat: 1, vat_rate: null, account_id: someId, cost_account_id: null },
  },
  cash_counts: {
    cash_counts_difference_is_booked: { counted: 5, said: 4, booking_id: null },
  },
  book_entries: {
    book_entries_tax_has_its_return: { purpose: 'tax', vat_return_id: null },
  },
  book_entry_lines: {
    book_entry_lines_one_account: { account_id: someId, cost_account_id: otherId },
  },
  cost_accounts: {
    cost_accounts_depreciation_is_of_assets: { kind: 'cost', written_down_on: someId },
  },
  fixed_assets: {
    fixed_assets_of_a_bill_or_the_former_books: { bill_line_id: someId, account_id: otherId },
    fixed_assets_days_are_believable: { bought_on: '1900-01-01' },
    fixed_assets_disposal_after_the_purchase: { bought_on: '2026-01-02', disposed_on: '2026-01-01', proceeds: 0 },
    fixed_assets_opening_after_the_purchase: {
      bought_on: '2026-01-02',
      opening_on: '2026-01-01',
      account_id: someId,
      cost: 9,
      opening_written_off: 1,
      bill_line_id: null,
    },
    fixed_assets_opening_is_worth_something: {
      cost: 5,
      opening_written_off: 6,
      account_id: someId,
      opening_on: '2026-01-02',
      bought_on: '2026-01-01',
      bill_line_id: null,
    },
    fixed_assets_proceeds_with_a_disposal: {
      disposed_on: null,
      proceeds: 5,
      bill_line_id: someId,
      account_id: null,
      cost: null,
      opening_on: null,
      opening_written_off: null,
    },
  },
  moved_accounts: {
    moved_accounts_one_account: { account_id: someId, cost_account_id: otherId },
    moved_accounts_to_one_account: { account_id: someId, to_account_id: someId, to_cost_account_id: otherId },
  },
  bank_entries: {
    bank_entries_booking_is_all_of_it: { direction: 'out', status: 'open', booking_id: someId },
    bank_entries_decided_as_is_of_a_decision: { status: 'open', decided_as: 'payment' },
    bank_entries_other_amount_has_its_currency: { currency: 'EUR', other_amount: 5 },
    bank_entries_parts_are_not_split: { status: 'split', split_of: someId },
    bank_entries_payment_comes_with_confirmation: { direction: 'in', status: 'open', payment_id: someId },
    bank_entries_reason_comes_with_ignoring: { status: 'ignored' },
    bank_entries_run_is_paid_by_money_out: { direction: 'in', payment_run_id: someId, status: 'open' },
    bank_entries_worth_is_of_a_confirmation: { status: 'open', worth: 5 },
  },
  bank_entry_payouts: {
    bank_entry_payouts_fee_is_of_a_return: { refund_id: someId, fee: 2 },
    bank_entry_payouts_one_record: { supplier_payment_id: someId, refund_id: otherId },
    bank_entry_payouts_taken_off_is_of_a_refund: { supplier_payment_id: someId, taken_off: '[]' },
  },
  bank_imports: {
    bank_imports_counts_fit: { known: -1 },
    bank_imports_days_are_in_order: { first_day: '2026-01-02', last_day: '2026-01-01' },
  },
  bank_rules: {
    bank_rules_one_account: { account_id: someId, cost_account_id: otherId },
    bank_rules_one_sign: { party_iban: 'MT84', words: 'fee', account_id: someId },
  },
  banners: {
    banners_end_after_begin: { starts_on: '2026-01-02', ends_on: '2026-01-01' },
  },
  blog_posts: {
    blog_posts_published_has_a_time: { status: 'published' },
  },
  booking_closures: {
    booking_closures_end_after_begin: { starts_on: '2026-01-02', ends_on: '2026-01-01' },
  },
  booking_hours: {
    booking_hours_end_after_begin: { opens: '09:00', closes: '08:00' },
  },
  booking_types: {
    booking_types_minutes_range: { step_minutes: 1 },
    booking_types_reach_range: { horizon_days: -1 },
  },
  bookings: {
    bookings_confirmed_has_a_name: { status: 'confirmed' },
    bookings_end_after_begin: { ends_at: '2026-01-02 10:00Z', busy_until: '2026-01-01 10:00Z' },
    bookings_held_until_ends: { status: 'held' },
  },
  cash_discounts: {
    cash_discounts_reversal_is_below_zero: { amount: -1 },
  },
  cnc_parameters: {
    cnc_parameters_numbers_range: { stepover_pct: -1 },
  },
  company_settings: {
    company_settings_imprint_length: { legal_form: 'x'.repeat(101) },
    company_settings_legal_notice_length: { legal_notice: 'x'.repeat(301) },
    company_settings_exemption_note_length: { exemption_note: 'x'.repeat(301) },
    company_settings_terms_range: { deposit_percent: -1 },
    company_settings_small_rest_range: { small_rest: -1 },
    company_settings_cash_discount_range: { cash_discount_pct: 51, cash_discount_days: 10 },
    company_settings_cash_discount_has_days: { cash_discount_pct: 2, cash_discount_days: null },
    company_settings_bank_code_is_one: { bank_fields: 'iban', bank_code: '021000021' },
    company_settings_account_number_shape: { bank_fields: 'iban', account_number: '12345678' },
  },
  contacts: {
    contacts_cash_discount_range: { cash_discount_pct: 2, cash_discount_days: 366 },
    contacts_cash_discount_has_days: { cash_discount_pct: 2, cash_discount_days: null },
    contacts_currency_has_cents: { currency: 'JPY' },
  },
  contact_notes: {
    contact_notes_requests_are_quoted: { kind: 'note', quotation_id: someId },
  },
  contact_relations: {
    contact_relations_not_to_itself: { contact_id: someId, related_contact_id: someId },
  },
  credit_applications: {
    credit_applications_decision_is_whole: { status: 'approved' },
    credit_applications_lists_are_lists: { trade_refs: '3' },
    credit_applications_submitted_has_a_time: { status: 'submitted' },
    credit_applications_terms_range: { granted_days: -1 },
  },
  credit_note_items: {
    ...wrongLines,
  },
  credit_notes: {
    credit_notes_never_below_zero: { net: 1, vat: 0, allocated: 2 },
    credit_notes_number_comes_with_issue: { status: 'draft', credit_number: 'CN-1' },
    credit_notes_rate_above_zero: { rate: 0 },
  },
  deliveries: {
    deliveries_delivered_has_a_time: { status: 'delivered' },
    deliveries_lists_are_lists: { photo_paths: Array.from({ length: 60 }, () => 'x') },
    deliveries_point_is_whole: { lng: 1 },
  },
  delivery_items: {
    delivery_items_not_more_than_planned: { qty: 1, qty_delivered: 2 },
  },
  design_briefs: {
    design_briefs_sent_has_a_reference: { status: 'sent' },
  },
  visitor_requests: {
    visitor_requests_settled_has_a_moment: { status: 'answered' },
    visitor_requests_only_briefs_have_one: { form: 'client', brief_id: someId },
  },
  designer_commissions: {
    designer_commissions_amounts_range: { amount: -1 },
    designer_commissions_paid_has_a_day: { status: 'paid' },
  },
  distinct_contacts: {
    distinct_contacts_in_order: { contact_id: someId, other_id: someId },
  },
  eco_solvent_parameters: {
    eco_solvent_parameters_numbers_range: { outgas_hours: -1 },
  },
  hand_over_settings: {
    hand_over_settings_automatic_accounts_are_numbers: { automatic_accounts: Array.from({ length: 51 }, () => '8400') },
    hand_over_settings_cash_basis_days_are_in_order: { cash_basis_from: '2026-01-02', cash_basis_to: '2026-01-01' },
    hand_over_settings_purchases_days_are_in_order: {
      cash_basis_purchases_from: '2026-01-02',
      cash_basis_purchases_to: '2026-01-01',
    },
  },
  hand_overs: {
    hand_overs_counts_fit: { entries: 10_000_001 },
    hand_overs_days_are_in_order: { from_day: '2026-01-02', to_day: '2026-01-01' },
    hand_overs_hold_something: { entries: 0, taken_back: 0 },
  },
  human_service_parameters: {
    human_service_parameters_numbers_range: { crew_size: -1 },
  },
  inventory_items: {
    inventory_items_a_roll_has_a_width: { form: 'roll' },
    inventory_items_a_sheet_has_a_size: { form: 'sheet' },
    inventory_items_levels_range: { reorder_qty: -1 },
    inventory_items_not_more_reserved_than_there: { on_hand: 1, reserved: 2 },
    inventory_items_sizes_range: { weight_kg_m2: -1 },
    inventory_items_stock_is_not_negative: { on_order: -1 },
    inventory_items_units_are_known: { sell_unit: 'box' },
  },
  invoice_items: {
    ...wrongLines,
    invoice_items_deduction_is_whole: { kind: 'deposit' },
  },
  invoices: {
    invoices_cash_discount_has_days: { cash_discount_pct: null, cash_discount_days: 10 },
    invoices_cash_discount_is_credited: { credited: 0, written_off: 0, cash_discounted: 1 },
    invoices_cash_discount_range: { cash_discount_pct: 0, cash_discount_days: 10 },
    invoices_rate_above_zero: { rate: 0 },
    invoices_supply_in_order: { supply_from: '2026-01-02', supply_date: '2026-01-01' },
    invoices_never_below_zero: { net: 1, vat: 0, paid: 2, credited: 0 },
    invoices_number_comes_with_issue: { status: 'draft', invoice_number: 'INV-1' },
    invoices_opening_after_its_date: { issue_date: '2026-01-02', opening_on: '2026-01-01' },
    invoices_written_off_is_credited: { credited: 0, written_off: 1 },
  },
  item_photos: {
    item_photos_path_is_a_file_of_its_item: { path: '/', item_id: someId, id: someId },
  },
  job_checks: {
    job_checks_fail_says_why: { result: 'fail' },
  },
  job_files: {
    job_files_path_is_a_file_of_its_job: { path: '^[0-9a-f-]{36}/[0-9a-f-]{36}\\.[a-z0-9]{1,8}$' },
  },
  job_materials: {
    job_materials_qty_range: { qty_used: -1 },
  },
  job_step_templates: {
    job_step_templates_minutes_range: { minutes_per_unit: -1 },
  },
  job_steps: {
    job_steps_end_after_begin: { finished_at: '2026-01-01 10:00Z', started_at: '2026-01-02 10:00Z' },
    job_steps_lists_are_lists: { depends_on: Array.from({ length: 60 }, () => someId) },
    job_steps_qty_range: { qty_waste: -1 },
  },
  jobs: {
    jobs_size_range: { height_mm: -1 },
  },
  kept_deposits: {
    kept_deposits_are_set_against_invoices: { amount: 0 },
  },
  laser_parameters: {
    laser_parameters_numbers_range: { dpi: -1 },
  },
  locations: {
    locations_point_is_whole: { lng: 1 },
  },
  machine_prices: {
    machine_prices_range: { thickness_mm: -1 },
  },
  markup_bands: {
    markup_bands_costs_range: { from_cost: -1 },
  },
  mockup_comments: {
    mockup_comments_pin_is_whole: { page: 1, y: 0.5 },
    mockup_comments_pin_on_the_page: { page: 1, x: 0.5, y: 1.5 },
  },
  mockup_pages: {
    mockup_pages_size_range: { height: -1 },
  },
  mockups: {
    mockups_ticked_is_a_list: { ticked: Array.from({ length: 21 }, () => 1) },
  },
  network_papers: {
    network_papers_sent_has_an_id: { status: 'sent', message_id: null },
  },
  order_items: {
    ...wrongLines,
    order_items_not_more_than_ordered: { ...line, qty: 1, qty_delivered: 2, qty_invoiced: 0 },
  },
  orders: {
    orders_amounts_are_not_negative: { deposit_paid: -1 },
    orders_hold_has_a_reason: { status: 'on_hold' },
  },
  panel_photos: {
    panel_photos_path_lies_below_its_panel: { path: '^', panel_id: someId },
  },
  panels: {
    panels_size_range: { depth_mm: -1 },
  },
  partial_deliveries: {
    partial_deliveries_photos_are_a_list: { photo_paths: Array.from({ length: 51 }, () => 'a.jpg') },
    partial_deliveries_delivered_has_a_time: { status: 'delivered' },
    partial_deliveries_point_is_whole: { lng: 1 },
  },
  payment_allocations: {
    payment_allocations_reversal_is_below_zero: { amount: -1 },
  },
  payment_refunds: {
    payment_refunds_reversal_is_below_zero: { amount: -1 },
    payment_refunds_worth_has_its_sign: { amount: 1, worth: -1 },
  },
  payment_requests: {
    payment_requests_document_fits_purpose: { purpose: 'deposit' },
  },
  payment_run_items: {
    payment_run_items_amounts_fit: { amount: 0, discount: 0 },
    payment_run_items_failure_has_a_reason: { status: 'failed' },
  },
  payment_runs: {
    payment_runs_amounts_fit: { total: -1, payments: 1 },
    payment_runs_second_person_approves: {
      debtor_iban: 'MT84MALT011000012345MTLCAST001S',
      prepared_by: someId,
      changed_by: otherId,
      approved_by: someId,
    },
  },
  payments: {
    payments_amounts_fit: { amount: 10, allocated: 8, refunded: 3, kept: 0 },
  },
  personal_accounts: {
    personal_accounts_number_is_of_its_side: { side: 'clients', number: 70_000 },
  },
  price_calculation_costs: {
    price_calculation_costs_target: { target_pct: 1 },
  },
  price_calculations: {
    price_calculations_amounts_range: { net: -1 },
  },
  pricing_ranges: {
    pricing_ranges_discount_or_price: { from_value: 1, discount_pct: 5, price: 5 },
    pricing_ranges_values_range: { discount_pct: 5, from_value: 10, to_value: 5 },
  },
  'private.alike_names': {
    alike_names_in_order: { one_id: someId, other_id: someId },
  },
  'private.calendar_feeds': {
    calendar_feeds_kinds_are_some: { kinds: Array.from({ length: 60 }, () => 'x') },
    calendar_feeds_name_length: { name: '' },
  },
  'private.deposit_taxes': {
    deposit_taxes_move_something: { base: 0, vat: 0 },
  },
  'private.file_rules': {
    file_rules_command_is_known: { command: 'x' },
  },
  'private.first_admin': {
    first_admin_email_is_trimmed_and_lower_case: { email: 'x' },
    first_admin_is_one_row: { id: false },
  },
  'private.push_keys': {
    push_keys_is_one_row: { id: 2 },
  },
  push_choices: {
    push_choices_quiet_hours_are_two: { quiet_from: '20:00' },
    push_choices_quiet_hours_differ: { quiet_from: '20:00', quiet_until: '20:00' },
  },
  'private.former_slugs': {
    former_slugs_kind_is_known: { kind: 'x' },
  },
  'private.function_calls': {
    function_calls_name_length: { name: '' },
  },
  'private.country_names': {
    country_names_code_is_one: { code: 'A' },
  },
  'private.paper_languages': {
    paper_languages_language_is_known: { language: 'xx' },
  },
  'private.text_fields': {
    text_fields_kind_is_known: { kind: 'x' },
    text_fields_most_range: { most: 0 },
  },
  'private.text_sources': {
    text_sources_source_is_a_word: { source: 'X' },
  },
  'private.mail_variables': {
    mail_variables_name_is_a_word: { name: '^[a-z][a-z_]{0,40}$' },
    mail_variables_type_is_known: { type: 'x' },
  },
  'private.payment_sessions': {
    payment_sessions_texts_length: { session: '' },
  },
  product_options: {
    product_options_value_range: { value: 1000001 },
  },
  purchase_order_lines: {
    purchase_order_lines_not_more_than_ordered: { qty: 1, qty_received: 2 },
  },
  quotation_item_costs: {
    quotation_item_costs_base_has_a_size: { base_cost: 1 },
  },
  quotation_items: {
    ...wrongLines,
    quotation_items_amend_by_taking_off: { ...line, amends_item_id: someId },
    quotation_items_group_is_of_options: { ...line, is_optional: false, option_group: 'Colour' },
    quotation_items_options_are_items: { kind: 'text', net: 0, is_optional: true },
    quotation_items_pictures_belong_to_items: { kind: 'text', net: 0, picture_path: `${someId}/${otherId}.png` },
    quotation_items_price_breaks_belong_to_items: { kind: 'text', net: 0, price_breaks: '10:1.50' },
  },
  quotation_visits: {
    quotation_visits_end_after_begin: { seconds: -1 },
  },
  quotations: {
    quotations_amounts_are_not_negative: { vat: -1 },
    quotations_deposit_value_range: { deposit_value: -1 },
  },
  recurring_payments: {
    recurring_payments_dates_are_believable: { ends_on: '2200-01-01' },
    recurring_payments_costs_go_out: { direction: 'in', cost_account_id: someId },
    recurring_payments_end_after_start: { starts_on: '2026-01-02', ends_on: '2026-01-01' },
  },
  running_costs: {
    running_costs_fit_their_kind: { kind: 'travel', hourly_cost: 5 },
    running_costs_range: { hourly_cost: -1 },
  },
  sample_records: {
    sample_records_trades_are_known: { trades: ['sign_maker', 'baker'] },
  },
  scheduled_emails: {
    scheduled_emails_recipients_are_addresses: { status: 'waiting', recipients: ['no address'], cc: [] },
    scheduled_emails_record_is_whole: { record_id: someId },
    scheduled_emails_sent_has_a_time: { status: 'sent' },
  },
  service_parameters: {
    service_parameters_choices_range: { choices: Array.from({ length: 60 }, () => 'x') },
  },
  services: {
    services_prices_are_amounts: { min_charge: -1 },
  },
  shift_templates: {
    shift_templates_break_is_shorter: { break_minutes: -1 },
    shift_templates_have_hours: { starts: '09:00', ends: '09:00' },
  },
  shifts: {
    shifts_break_is_shorter: { break_minutes: -1 },
    shifts_end_after_begin: { ends_at: '2026-01-02 10:00Z', starts_at: '2026-01-02 10:00Z' },
  },
  site_photos: {
    site_photos_widths_range: { widths: [480, 4001] },
  },
  statement_runs: {
    statement_runs_range_is_in_order: { date_from: '2026-01-02', date_to: '2026-01-01' },
  },
  statements: {
    statements_range_is_in_order: { date_from: '2026-01-02', date_to: '2026-01-01' },
  },
  stock_movements: {
    stock_movements_direction: { reason: 'purchase', qty: -1 },
    stock_movements_reversal_reverses: { reason: 'reversal' },
  },
  stock_offcuts: {
    stock_offcuts_size_range: { length_mm: 1 },
  },
  supplier_invoice_items: {
    supplier_invoice_items_values_range: { vat_rate: -1 },
    supplier_invoice_items_deductible_is_percent: { deductible_pct: 101 },
    supplier_invoice_items_tax_fits_its_treatment: { vat_treatment: 'exempt', vat_rate: 0, vat: 0, own_vat: 1 },
  },
  supplier_invoices: {
    supplier_invoices_amounts_fit: { net: 10, vat: 0, paid: 11 },
    supplier_invoices_booked_from_its_date: { invoice_date: '2026-01-02', booked_on: '2026-01-01' },
    supplier_invoices_date_is_believable: { due_date: '2200-01-01' },
    supplier_invoices_discount_fits: { net: 10, vat: 0, paid: 8, discount_taken: 3 },
    supplier_invoices_discount_is_whole: { discount_pct: 2 },
    supplier_invoices_credited_by_a_credit_note: { net: 10, vat: 0, credited_number: 'A-1' },
    supplier_invoices_due_after_its_date: { due_date: '2026-01-01', invoice_date: '2026-01-02' },
    supplier_invoices_no_discount_of_a_credit_note: { net: -10, vat: 0, discount_pct: 2, discount_until: '2026-12-01' },
    supplier_invoices_worth_is_of_a_paper: { net: 10, vat: 0, paper_currency: 'GBP' },
  },
  supplier_payments: {
    supplier_payments_deduction_has_two_sides: { method: 'credit' },
    supplier_payments_reversal_is_opposite: { amount: 0, discount: 0 },
  },
  task_comments: {
    task_comments_attachments_count: { content: 'x', attachments: Array.from({ length: 101 }, () => 'a.jpg') },
    task_comments_file_names_are_names: { content: 'x', file_names: '[]' },
    task_comments_say_something: { content: ' ', attachments: [] },
  },
  task_presets: {
    task_presets_assignees_count: { assignees: ids(201) },
    task_presets_dates_are_believable: { starts_on: '1999-01-01' },
    task_presets_end_after_start: { starts_on: '2026-01-02', ends_on: '2026-01-01' },
    task_presets_schedule_is_whole: { every: 'week', starts_on: '2026-01-01', weekdays: [] },
  },
  tasks: {
    tasks_are_of_one_record: { job_id: someId, order_id: otherId },
    tasks_assignees_count: { assignees: ids(201) },
    tasks_file_names_are_names: { file_names: '[]' },
    tasks_images_count: { images: Array.from({ length: 101 }, () => 'a.jpg') },
  },
  exemption_certificates: {
    exemption_certificates_end_after_begin: { valid_from: '2026-01-02', valid_to: '2026-01-01' },
    exemption_certificates_file_path_shape: { file_path: 'certificate.pdf' },
    exemption_certificates_other_reason_is_said: { reason: 'other', reason_words: null },
    exemption_certificates_states_are_two_letters: { states: ['Bavaria'] },
  },
  tax_places: {
    tax_places_districts_have_name_and_rate: { districts: [{ name: 'Transit' }] },
    tax_places_end_after_begin: { valid_from: '2026-01-02', valid_to: '2026-01-01' },
    tax_places_parts_are_named: { county: null, county_rate: 1 },
    tax_places_postcodes_are_zip_codes: { postcodes: 'Austin' },
    tax_places_rates_range: { state_rate: -1 },
  },
  time_corrections: {
    time_corrections_have_a_reason: { status: 'requested' },
  },
  travel_zones: {
    travel_zones_range: { price: -1 },
  },
  van_days: {
    van_days_crew_is_a_list: { crew: ids(11) },
  },
  vat_rates: {
    vat_rates_end_after_begin: { valid_from: '2026-01-02', valid_to: '2026-01-01' },
    vat_rates_only_standard_is_charged: { treatment: 'exempt', rate: 18 },
  },
  vat_returns: {
    vat_returns_days_are_in_order: { from_day: '2026-01-02', to_day: '2026-01-01' },
  },
  work_centre_closures: {
    work_centre_closures_end_after_begin: { starts_on: '2026-01-02', ends_on: '2026-01-01' },
  },
  work_centres: {
    work_centres_work_days_are_weekdays: { work_days: [1, 8] },
  },
  write_offs: {
    write_offs_reversal_is_below_zero: { amount: -1 },
  },
}
