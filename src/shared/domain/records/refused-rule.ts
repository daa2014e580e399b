/** Sentences of rules whose name does not say enough. The name of a rule is the table's with a few words. */
const sentences: Readonly<Record<string, string>> = {
  bank_entries_parts_are_not_split: 'A part of an entry is not split again.',
  calendar_feeds_kinds_are_some: 'A calendar shows at least one kind of entry.',
  contact_relations_not_to_itself: 'A contact is no relation of itself.',
  delivery_items_not_more_than_planned: 'More was handed over than is on the delivery.',
  hand_over_settings_automatic_accounts_are_numbers: 'The accounts are numbers.',
  inventory_items_a_roll_has_a_width: 'A roll has a width.',
  inventory_items_not_more_reserved_than_there: 'More is reserved than is in stock.',
  inventory_items_stock_is_not_negative: 'The stock would be below zero.',
  job_checks_fail_says_why: 'A failed check says why.',
  line_only_standard_is_charged: 'Only a standard rate is above 0 %.',
  order_items_not_more_than_ordered: 'This is more than was ordered.',
  orders_hold_has_a_reason: 'An order on hold has a reason.',
  personal_accounts_number_is_of_its_side: 'The number is not of its side of the accounts.',
  exemption_certificates_other_reason_is_said: 'Another reason needs its words.',
  exemption_certificates_states_are_two_letters: 'States are those of the United States: TX, OK.',
  pricing_ranges_discount_or_price: 'A range has a discount or a price, not both.',
  purchase_order_lines_not_more_than_ordered: 'More came than was ordered.',
  quotation_items_group_is_of_options: 'Only options have a group.',
  quotation_items_options_are_items: 'Only an item can be an option.',
  quotation_items_pictures_belong_to_items: 'Only an item has a picture.',
  quotation_items_price_breaks_belong_to_items: 'Only an item has prices by quantity.',
  quotations_deposit_value_range: 'A deposit is at most 100 percent, or an amount below 1,000,000,000.',
  running_costs_fit_their_kind: 'The amounts do not fit the kind of cost.',
  shift_templates_have_hours: 'A shift has a beginning and an end.',
  site_pages_draft_is_made_of_blocks: 'A part of this page is too long, or is not allowed there.',
  supplier_invoices_booked_from_its_date: 'It is booked on its date or later.',
  supplier_invoices_credited_by_a_credit_note: 'Only a credit note names an invoice.',
  supplier_invoices_discount_fits: 'A discount has a percentage and a last day that is not before the date.',
  supplier_invoices_due_after_its_date: 'The due day is before the date.',
  supplier_invoices_no_discount_of_a_credit_note: 'A credit note has no discount and no day of payment.',
  supplier_invoices_worth_is_of_a_paper: 'A worth is of a bill in another currency, with its net and its tax.',
  supplier_payments_reversal_is_opposite: 'What takes a payment back has the opposite amount.',
  supplier_payments_deduction_has_two_sides: 'A credit note is deducted from an invoice.',
  invoices_supply_in_order: 'The period of supply ends before it begins.',
  task_comments_attachments_count: 'A comment has too many files.',
  task_comments_say_something: 'A comment has words or a file.',
  tax_places_districts_have_name_and_rate: 'A special district has a name and a rate with up to four decimals.',
  tax_places_parts_are_named: 'A rate of a county or a city needs its name.',
  tax_places_postcodes_are_zip_codes: 'ZIP codes are five digits, with commas between: 78701, 78703-78705.',
  tax_places_rates_range: 'The rates of a place are not below 0 %, and together at most 100 %.',
  tasks_assignees_count: 'A task has too many people.',
  tasks_images_count: 'A task has too many pictures.',
  time_corrections_have_a_reason: 'A correction has a reason.',
  vat_rates_only_standard_is_charged: 'Only a standard rate is above 0 %.',
  work_centres_work_days_are_weekdays: 'The working days are days of the week.',
}

/** What a rule asks, by the end of its name. `{}` is the field. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/(?:^|_)end_after_(?:begin|start)$/, 'The end is before the beginning.'],
  [/_?(?:days_are|range_is)_in_order$/, 'The last day is before the first one.'],
  [/_?dates?_(?:is|are)_believable$|_?day_is_believable$|_is_in_reach$/, 'This day is too long ago or too far ahead.'],
  [/_?break_is_shorter$/, 'The break is as long as the shift.'],
  [/_?iban_is_(?:one|right)$/, 'This is no IBAN.'],
  [/_?bic_(?:is_one|shape)$|_?bank_code_is_one$/, 'This is no code of a bank.'],
  [/_?(?:length|size)$/, '{} is empty or too long.'],
  [/_?range$/, '{} is outside its limits.'],
  [/_?(?:is|are)_known$/, '{} is none of the choices.'],
  [/_?(?:is|are)_positive$/, '{} is not above zero.'],
  [/_?(?:is|are|never)_(?:not_negative|not_below_zero|below_zero)$/, '{} is below zero.'],
  [/_?(?:is|are)_whole$/, '{} is not whole.'],
  [
    /_?(?:is|are)_an?_?(?:address|path|picture|file|object|word|code|colour|number|point|money|name)$/,
    '{} cannot be read.',
  ],
  [
    /_?(?:is_hex|shape|is_percent|is_one|is_right|is_bare|is_a_png)$|_?(?:is|are)_(?:a_)?(?:lists?|objects?|record)$/,
    '{} cannot be read.',
  ],
  [/_?(?:is_money|are_amounts|are_prices)$/, '{} is no amount of money.'],
]

const refusedBy = /relation "([^"]+)" violates check constraint "([^"]+)"/

const words = (name: string): string => name.replaceAll('_', ' ').trim()
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/**
 * What PostgreSQL's refusal by a check of a table means, in a sentence; null for another message. `label`: the field of the
 * form that it is about.
 */
export function refusedRule(message: string, label?: string): string | null {
  const [, table, rule] = refusedBy.exec(message) ?? []
  if (table === undefined || rule === undefined) return null
  const sentence = sentences[rule]
  if (sentence !== undefined) return sentence
  const own = rule.startsWith(`${table}_`) ? rule.slice(table.length + 1) : rule
  for (const [ending, asked] of endings)
    if (ending.test(own)) {
      const field = label ?? capital(words(own.replace(ending, '')))
      return asked.replace('{}', field === '' ? 'A value' : field)
    }
  return `This cannot be saved. The rule is: ${words(own)}.`
}

const ofPostgres: Readonly<Record<string, string>> = {
  '22001': 'A text is too long.',
  '22003': 'A number is too large.',
  '22007': 'A day or a time cannot be read.',
  '22008': 'A day or a time cannot be read.',
  '22012': 'A number is zero where it may not be.',
  '22P02': 'A value cannot be read.',
  '23502': 'A value is missing.',
  '40001': 'Somebody saved at the same moment. Please try again.',
  '40P01': 'Somebody saved at the same moment. Please try again.',
  '55P03': 'Somebody else is saving this. Please try again.',
  '57014': 'This took too long. Please try again.',
}

/** The sentence for an error of PostgreSQL itself, whose own words are for engineers. */
export function postgresWords(code: string, message: string, label?: string): string {
  if (code === '23502' && label !== undefined) return `${label} is missing.`
  return refusedRule(message, label) ?? ofPostgres[code] ?? `This could not be done (${code}).`
}
