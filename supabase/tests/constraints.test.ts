import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { fewWords } from './cases/few-words.ts'
import { once } from './cases/once.ts'
import { rulesSaidByName } from './cases/rules-said-by-name.ts'
import { refusedRows } from './cases/refused-rows.ts'
import { undone } from './act.ts'
import { offenders } from './catalogue.ts'
import { openWorld } from './world.ts'
import { refusedRule } from '../../src/shared/domain/records/refused-rule.ts'

/** Copies of all tables with their checks and nothing else: a row of a copy needs no other rows, and no value that is not at stake. */
const copies = `
  create function pg_temp.copies() returns void language plpgsql as $$
  declare
    v_table record;
    v_column name;
  begin
    for v_table in select oid, oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    loop
      execute format('create temporary table %I (like %s including constraints) ', 'copy of ' || v_table.name, v_table.name);
      for v_column in select attname from pg_attribute
        where attrelid = format('pg_temp.%I', 'copy of ' || v_table.name)::regclass and attnum > 0 and attnotnull
      loop
        execute format('alter table pg_temp.%I alter %I drop not null', 'copy of ' || v_table.name, v_column);
      end loop;
    end loop;
  end $$;
  select pg_temp.copies();
  create function pg_temp.refused_by(p_table text, p_columns text, p_values text) returns text language plpgsql as $$
  declare
    v_name text;
  begin
    execute format('insert into pg_temp.%I (%s) values (%s)', 'copy of ' || p_table, p_columns, p_values);
    return null;
  exception
    when check_violation then
      get stacked diagnostics v_name = constraint_name;
      return v_name;
    when numeric_value_out_of_range then
      return 'its type';
  end $$;
  -- Rules of other columns, which refuse that those are empty, are put aside meanwhile.
  create function pg_temp.refused_for(p_table text, p_column name, p_value text) returns text language plpgsql as $$
  declare
    v_copy constant regclass := format('pg_temp.%I', 'copy of ' || p_table)::regclass;
    v_name text;
  begin
    loop
      v_name := pg_temp.refused_by(p_table, quote_ident(p_column), p_value);
      exit when v_name is null or v_name = 'its type' or exists (
        select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
         where k.conrelid = v_copy and k.conname = v_name and a.attname = p_column);
      execute format('alter table %s drop constraint %I', v_copy, v_name);
    end loop;
    raise sqlstate 'ZZ999' using message = coalesce(v_name, '');
  exception when sqlstate 'ZZ999' then
    return nullif(sqlerrm, '');
  end $$;
  create function pg_temp.columns_that_take(p_type regtype, p_value text, p_among text[]) returns setof text language sql as $$
    select c.oid::regclass || '.' || attname from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
     where relkind = 'r' and relnamespace = 'public'::regnamespace and attgenerated = '' and atttypid = p_type
       and attname <> 'row_version' and (p_among is null or c.oid::regclass || '.' || attname = any (p_among))
       and pg_temp.refused_for(c.oid::regclass::text, attname, p_value) is null
       -- What is not in the register is refused by its foreign key, which a copy of the table does not have.
       and not exists (select from pg_constraint where contype = 'f' and conrelid = c.oid and conkey = array[attnum])
     order by 1
  $$;`

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
  await engine.exec(copies)
})
afterAll(() => engine.close())

describe('a row that contradicts itself is refused, whoever writes it', () => {
  const all = Object.entries(refusedRows).flatMap(([table, rows]) =>
    Object.entries(rows).map(([rule, row]) => ({ table, rule, row })),
  )

  test('each by the rule that says why', async () => {
    const told = await undone(engine, async (tx) => {
      const found: string[] = []
      for (const { table, rule, row } of all) {
        const { rows } = await tx.query<{ by: string | null }>(
          `select pg_temp.refused_by($1, (select string_agg(quote_ident(key), ', ') from jsonb_object_keys($2::jsonb) as key),
             (select string_agg(format('(jsonb_populate_record(null::pg_temp.%I, %L)).%I', 'copy of ' || $1, $2, key), ', ')
                from jsonb_object_keys($2::jsonb) as key)) as by`,
          [table, JSON.stringify(row)],
        )
        if (rows[0]?.by !== rule) found.push(`${table}: ${JSON.stringify(row)} by ${rows[0]?.by}, not by ${rule}`)
      }
      return found
    })
    expect(told).toEqual([])
  })

  test('and every such rule has its row', async () => {
    const rules = await offenders(
      engine,
      `select conrelid::regclass || ' ' || conname as offender from pg_constraint
        where contype = 'c' and conrelid <> 'private.document_line'::regclass
          and (connamespace = 'private'::regnamespace or connamespace = 'public'::regnamespace
            and (cardinality(conkey) > 1 or pg_get_constraintdef(oid) like '%cardinality(%')
            and conname !~ '_(texts?|names|place|words|name|bank|path|facts)_length$')`,
    )
    const told = new Set(all.map(({ table, rule }) => `${table} ${rule}`))
    expect(rules.filter((rule) => !told.has(rule))).toEqual([])
  })
})

/** Long texts of people, whose limit is tested by a longer text. */
const longTexts = [
  'blog_posts.body_html',
  'email_templates.body',
  'policy_texts.body_html',
  'scheduled_emails.body',
  'scheduled_emails.own_body',
  'task_comments.content',
  'tasks.description',
  'text_translations.body',
]

/** Texts written by the server, another row or a trigger: nobody can make them that long. */
const textsOfTheServer = [
  'text_translations.field',
  'text_translations.original',
  'text_translations.source',
  'audit_logs.actor_label',
  'audit_logs.record_id',
  'audit_logs.record_label',
  'audit_logs.table_name',
  'bookings.cancelled_by',
  'bookings.desk',
  'bookings.reference',
  'company_settings.time_zone',
  'contact_import_rows.because',
  'contact_import_rows.kept',
  'contact_import_rows.label',
  'credit_application_events.actor_label',
  'credit_application_events.note',
  'cash_discount_vat.vat_treatment',
  'supplier_discount_vat.vat_treatment',
  'credit_note_vat.vat_treatment',
  'credit_notes.credit_number',
  'delivery_items.position',
  'design_briefs.reference',
  'email_template_versions.body',
  'email_template_versions.subject',
  'invoice_vat.vat_treatment',
  'item_photos.path',
  'jobs.held_from',
  'margin_approvals.prices',
  'network_papers.document',
  'panel_photos.path',
  'payment_run_items.changed_iban',
  'payment_run_items.invoice_iban',
  'payment_run_items.supplier_iban',
  'payments.payment_number',
  'quotation_versions.number',
  'scheduled_emails.language',
  'scheduled_emails.template_key',
  'scheduled_emails.template_name',
  'statements.currency',
  'statements.statement_number',
  'stock_movements.unit',
]

/** Counters, and places in a list that people sort: any number is in order. */
const anyNumber = [
  'bank_entries.position',
  'banners.sort',
  'booking_types.sort',
  'bookings.moved',
  'book_import_rows.line',
  'book_import_rows.version',
  'book_imports.added',
  'contact_import_rows.line',
  'contact_import_rows.notes',
  'contact_import_rows.version',
  'contact_imports.added',
  'contact_imports.filled',
  'contact_imports.kept',
  'contact_imports.refused',
  'contact_imports.taken_back',
  'credit_application_events.days',
  'document_signatures.version',
  'email_template_versions.version',
  'email_templates.version',
  'invoices.reminder_stage',
  'item_photos.place',
  'manufactured_products.sort',
  'mockup_answers.version',
  'orders.quotation_version',
  'product_options.sort',
  'product_pictures.sort',
  'quotation_terms.sort',
  'quotation_versions.version',
  'quotation_visits.version',
  'scheduled_emails.tries',
  'services.sort',
  'shift_templates.sort',
  'statement_run_clients.place',
  'statement_runs.clients',
  'supplier_discount_vat.place',
  'vat_rates.sort',
  'website_metadata_settings.display_order',
  'work_centres.sort',
]

/** Records that the server makes, and a recipe, which a trigger reads. */
const snapshots = [
  'audit_logs.changed',
  'audit_logs.labels',
  'contact_import_rows.changed',
  'credit_notes.snapshot',
  'invoices.snapshot',
  'price_calculations.inputs',
  'price_calculations.nested',
  'quotation_versions.chosen',
  'quotation_versions.snapshot',
  'services.recipe',
  'statements.snapshot',
]

/**
 * Values that columns must refuse, and the columns that accept them. A new column is listed here with a reason, or gets
 * a rule.
 */
const tooMuch: readonly [
  what: string,
  type: string,
  value: string,
  takenBy: readonly string[],
  among?: readonly string[],
][] = [
  ['a text of 40,000 letters', 'text', `repeat('x', 40000)`, [...textsOfTheServer, ...longTexts]],
  ['a letter before 40,000 spaces', 'text', `'x' || repeat(' ', 40000)`, [...textsOfTheServer, ...longTexts]],
  ['a text of a megabyte', 'text', `repeat('x', 1100000)`, [], longTexts],
  [
    'a number below zero',
    'numeric',
    '-1',
    [
      'bank_bookings.amount',
      'book_entry_lines.amount',
      'bank_imports.closing',
      'cash_counts.said',
      'bank_imports.opening',
      'credit_application_events.amount',
      'credit_note_items.charged_qty',
      'cash_discount_vat.base',
      'cash_discount_vat.vat',
      'cash_discount_vat.vat_rate',
      // Null, unless its payment is in another currency.
      'payment_refunds.worth',
      'supplier_discount_vat.base',
      'supplier_discount_vat.deducted',
      'supplier_discount_vat.own_vat',
      'supplier_discount_vat.vat',
      'supplier_discount_vat.vat_rate',
      'credit_note_vat.base',
      'credit_note_vat.vat',
      'credit_note_vat.vat_rate',
      'credit_notes.net',
      'credit_notes.vat',
      'designer_commissions.pct',
      'invoice_items.charged_qty',
      'invoice_items.vat',
      'invoice_vat.base',
      'invoice_vat.vat',
      'invoice_vat.vat_rate',
      'invoices.net',
      'invoices.vat',
      'kept_deposits.amount',
      'markup_bands.to_cost',
      'order_items.charged_qty',
      'order_items.qty_ready',
      'orders.delivered_pct',
      'orders.drafted_pct',
      'orders.invoiced_pct',
      'price_calculation_costs.cost',
      'pricing_ranges.to_value',
      'product_options.value',
      'quotation_items.charged_qty',
      'quotations.deposit_amount',
      'statements.closing',
      'statements.opening',
      'stock_movement_costs.unit_cost',
      'stock_movements.balance',
      'stock_movements.qty',
      'supplier_invoice_items.net',
      'supplier_invoice_items.paper_net',
      'supplier_invoice_items.paper_price',
      'supplier_invoice_items.paper_vat',
      'supplier_invoice_items.qty',
      'supplier_invoice_items.vat',
      'supplier_invoices.net',
      'supplier_invoices.paid',
      'supplier_invoices.vat',
      'supplier_payments.amount',
      'supplier_payments.exchange',
      'supplier_payments.paper_amount',
      'vat_return_papers.net',
      'vat_return_papers.vat',
    ],
  ],
  [
    'a number of 14 digits',
    'numeric',
    '1e13',
    [
      'credit_application_events.amount',
      ...['credit_note', 'invoice', 'order', 'quotation'].map((of) => `${of}_items.charged_qty`),
    ],
  ],
  ['a whole number below zero', 'integer', '-1', anyNumber],
  [
    'two thousand millions',
    'integer',
    '2000000000',
    [
      ...anyNumber,
      'bank_imports.entries',
      'bank_imports.known',
      'job_files.version',
      'partial_deliveries.seq',
      'payment_runs.payments',
      'quotation_visits.seconds',
      'quotations.version',
      'shift_templates.break_minutes',
      'shifts.break_minutes',
    ],
  ],
  ['a place beyond the earth', 'float8', '-1e9', []],
  ['a list of 200,000 texts', 'text[]', `array_fill('x'::text, array[200000])`, ['contacts.roles']],
  [
    'a list with a text of a megabyte',
    'text[]',
    `array[repeat('x', 1100000)]`,
    [
      'contacts.roles',
      'deliveries.photo_paths',
      'mockups.ticked',
      'partial_deliveries.photo_paths',
      'scheduled_emails.cc',
      'scheduled_emails.recipients',
      'service_parameters.choices',
      'task_comments.attachments',
      'tasks.images',
    ],
  ],
  ['a number instead of a record', 'jsonb', `'3'`, snapshots],
  [
    'a record of five megabytes',
    'jsonb',
    `jsonb_build_object('a', repeat('x', 5000000))`,
    // An audit file names every client and account of its days: 20 MB at most.
    [...snapshots, 'hand_overs.facts'],
  ],
  [
    'a list of 200,000 ids',
    'uuid[]',
    `array_fill('c0000000-0000-4000-a000-000000000001'::uuid, array[200000])`,
    ['invoices.skipped_deposits'],
  ],
]

test.each(tooMuch)('%s is refused by every column but those that are named', async (_, type, value, takenBy, among) => {
  const taking = await undone(engine, (tx) =>
    offenders(
      tx,
      `select pg_temp.columns_that_take('${type}', $value$${value}$value$, ${among ? `'{${among.join(', ')}}'` : 'null'}) as offender`,
    ),
  )
  expect(taking.filter((column) => !takenBy.includes(column))).toEqual([])
  // Who is named and takes it no more has a rule, which only a list without the name protects.
  expect(takenBy.filter((column) => !taking.includes(column))).toEqual([])
})

test('what there is only once', async () => {
  const found = await offenders(
    engine,
    `select c.oid::regclass || ' ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING \\w+ ', '') as offender
       from pg_index i join pg_class c on c.oid = i.indrelid
      where (i.indisunique or i.indisexclusion) and not i.indisprimary
        and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  )
  expect(once.filter((what) => !found.includes(what))).toEqual([])
  // What is not named here could go and nobody would know.
  expect(found.filter((what) => !once.includes(what))).toEqual([])
})

test('which columns hold one of a few words', async () => {
  const found = await offenders(
    engine,
    `select k.conrelid::regclass || '.' || a.attname as offender
       from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
      where k.contype = 'c' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\[''|<@ ARRAY'`,
  )
  expect(found.toSorted()).toEqual(fewWords.toSorted())
})

/** Secrets of links, people of a trail that outlives them, and ids whose table another column names. */
const idsOfAnything = [
  'audit_logs.actor_id',
  'book_import_rows.record_id',
  'bookings.public_uuid',
  'contact_import_rows.contact_id',
  'credit_application_events.actor_id',
  'credit_notes.public_uuid',
  'day_places.record_id',
  'deliveries.last_drop_id',
  'hand_over_entries.entry_id',
  'hand_over_entries.record_id',
  'deliveries.public_uuid',
  'design_briefs.public_uuid',
  'document_events.actor_id',
  'document_events.record_id',
  'document_signatures.record_id',
  'internal_notes.record_id',
  'private.paper_companies.record_id',
  'private.paper_languages.record_id',
  'sample_records.record_id',
  'invoices.public_uuid',
  'mockup_answers.signature_id',
  'mockup_notifications.public_uuid',
  'network_papers.record_id',
  'order_items.calculation_id',
  'order_items.inventory_item_id',
  'order_items.product_id',
  'orders.public_uuid',
  'private.alike_names.one_id',
  'private.alike_names.other_id',
  'private.former_slugs.record_id',
  'private.function_calls.caller',
  'private.push_queue.notice_id',
  'quotation_items.inventory_item_id',
  'quotations.public_uuid',
  'scheduled_emails.record_id',
  'statements.public_uuid',
  'supplier_payments.pair_id',
  'vat_return_papers.record_id',
]

test('a column of ids points to its table', async () => {
  const found = await offenders(
    engine,
    `select c.oid::regclass || '.' || attname as offender from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and atttypid = 'uuid'::regtype and attname <> 'id'
        and not exists (select from pg_constraint where contype = 'f' and conrelid = c.oid and attnum = any (conkey))`,
  )
  expect(found.filter((column) => !idsOfAnything.includes(column))).toEqual([])
})

/** Other columns that point to a row: a foreign key that is not about an id. */
test('other columns that point somewhere', async () => {
  const found = await offenders(
    engine,
    `select conrelid::regclass || ' ' || pg_get_constraintdef(k.oid) as offender from pg_constraint k
      where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_attribute where attrelid = conrelid and attnum = any (conkey) and atttypid = 'uuid'::regtype)`,
  )
  const kinds = 'FOREIGN KEY (kind) REFERENCES private.document_kinds(kind)'
  expect(found.toSorted()).toEqual([
    `document_events ${kinds}`,
    `document_signatures ${kinds}`,
    'hand_over_entries FOREIGN KEY (undoes_id) REFERENCES hand_over_entries(id) ON DELETE RESTRICT',
    `internal_notes ${kinds}`,
    'private.text_fields FOREIGN KEY (source) REFERENCES private.text_sources(source) ON DELETE CASCADE',
    'text_translations FOREIGN KEY (source, field) REFERENCES private.text_fields(source, field)',
  ])
})

test('a check that refuses a row is said in words on every screen, and never as PostgreSQL says it', async () => {
  const { rows } = await engine.query<{ relation: string; rule: string }>(
    `select c.relname as relation, k.conname as rule from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'c' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  )
  const said = rows.map(({ relation, rule }) => {
    const message = `new row for relation "${relation}" violates check constraint "${rule}"`
    return { rule, words: refusedRule(message) ?? '' }
  })
  expect(said.length).toBeGreaterThan(500)
  expect(said.filter(({ words }) => !/^[A-Z][^_"]+\.$/.test(words))).toEqual([])
  const byName = said.filter(({ words }) => words.startsWith('This cannot be saved. The rule is:'))
  expect([...new Set(byName.map(({ rule }) => rule))].toSorted()).toEqual(rulesSaidByName)
})

test('whoever writes rows of a table may call what its checks, defaults and computed columns call', async () => {
  const found = await offenders(
    engine,
    `with recursive called (relation, routine) as (
       (select k.conrelid, d.refobjid from pg_constraint k
         join pg_depend d on d.classid = 'pg_constraint'::regclass and d.objid = k.oid and d.refclassid = 'pg_proc'::regclass where k.contype = 'c'
       union select a.adrelid, d.refobjid from pg_attrdef a
         join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = a.oid and d.refclassid = 'pg_proc'::regclass)
       union select c.relation, inner_one.oid from called c join pg_proc outer_one on outer_one.oid = c.routine and not outer_one.prosecdef
         cross join regexp_matches(outer_one.prosrc, '\\mprivate\\.(\\w+)\\(', 'g') as m (word)
         join pg_proc inner_one on inner_one.pronamespace = 'private'::regnamespace and inner_one.proname = m.word[1])
     select format('%s: %s by %s', c.relation::regclass, c.routine::regproc, w.role) as offender
       from called c cross join unnest('{authenticated,service_role}'::text[]) as w (role)
      where (has_any_column_privilege(w.role, c.relation, 'insert') or has_any_column_privilege(w.role, c.relation, 'update'))
        and not has_function_privilege(w.role, c.routine, 'execute')`,
  )
  expect(found).toEqual([])
})
