set check_function_bodies = off;

alter table public.hand_over_settings drop constraint hand_over_settings_format_is_known;

alter table public.hand_overs drop constraint hand_overs_facts_are_a_record;

alter table public.hand_overs drop constraint hand_overs_format_is_known;

drop routine private.hand_over_facts(p_format text, p_from date);

create or replace function private.saft_facts(p_from date, p_to date) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with lines as materialized (
    select l.on_date, l.part, l.contact_id, l.code, l.account, l.account_kind, l.amount from private.journal_lines('1900-01-01', p_to) as l
  ), accounts as (
    select l.code, l.account, l.account_kind as kind, coalesce(sum(l.amount) filter (where l.on_date < p_from), 0) as opening from lines l group by 1, 2, 3
  ), parties as (
    select l.part, l.contact_id, min(l.code) as code, coalesce(sum(l.amount) filter (where l.on_date < p_from), 0) as opening
      from lines l where l.part in ('clients', 'suppliers') and l.contact_id is not null group by 1, 2
    having bool_or(l.on_date >= p_from) or coalesce(sum(l.amount), 0) <> 0
  )
  select jsonb_strip_nulls(jsonb_build_object('country', private.country_code(c.country), 'vat_number', c.vat_number, 'registration_number', c.registration_number,
    'phone', c.phone, 'email', c.email, 'address', c.address, 'city', c.city, 'postcode', c.postcode, 'is_cash_basis', private.taxed_by_money(p_to),
    'accounts', coalesce((select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.account, 'kind', a.kind, 'opening', private.amount_text(a.opening))
      order by a.code collate "C", a.account) from accounts a), '[]'),
    'parties', coalesce((
      select jsonb_agg(jsonb_build_object('side', x.part, 'number', p.number, 'account', x.code, 'opening', private.amount_text(x.opening),
               'name', private.client_label(k), 'vat_number', k.vat_number, 'address', k.address_line, 'city', k.city, 'postcode', k.postcode,
               'country', private.country_code(k.country)) order by p.number)
        from parties x join public.personal_accounts p on p.contact_id = x.contact_id and p.side = x.part join public.contacts k on k.id = x.contact_id), '[]')))
    from public.company_settings c
$$;

create or replace function private.hand_over_facts(p_format text, p_from date, p_to date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('company', c.name, 'currency', c.currency) || case p_format
      when 'datev' then jsonb_build_object('consultant_number', s.consultant_number, 'client_number', s.client_number,
        'account_length', s.account_length, 'year_from', private.year_begins(p_from), 'automatic_accounts', to_jsonb(s.automatic_accounts))
      when 'xero' then jsonb_build_object('xero_tax_rate', btrim(s.xero_tax_rate))
      when 'saft' then jsonb_build_object('saft', private.saft_facts(p_from, p_to))
      else '{}' end
    from public.company_settings c cross join public.hand_over_settings s);
end $$;

create or replace function private.freeze_hand_over(p_id uuid, p_format text, p_from date, p_to date, p_whole boolean) returns boolean
  language plpgsql security definer set search_path = ''
as $$
begin
  -- The journal is read once: what stands is compared with the entries and their lines.
  with standing as materialized (
    select s.id, s.entry_id, s.print, s.debit from private.standing_entries(p_format, p_from, p_to) as s where not p_whole
  ), entries as materialized (
    select n.* from private.journal_entries(p_from, p_to, true) as n
  ), content as materialized (
    select null::bigint as undoes_id, n.entry_id, n.on_date, n.kind, n.record_id, n.number, private.client_label(c) as party, n.words, n.lines, n.print, n.debit
      from entries n left join public.contacts c on c.id = n.contact_id
     where not exists (select from standing s where s.entry_id = n.entry_id and s.print = n.print)
    union all
    select e.id, e.entry_id, e.on_date, e.kind, e.record_id, e.number, e.party, e.words, (
             select jsonb_agg(l.line || jsonb_build_object('amount', private.amount_text(-(l.line ->> 'amount')::numeric)) order by l.place)
               from jsonb_array_elements(e.lines) with ordinality as l (line, place)), e.print, s.debit
      from standing s join public.hand_over_entries e on e.id = s.id
     where not exists (select from entries n where n.entry_id = s.entry_id and n.print = s.print)
  ), made as (
    insert into public.hand_overs (id, format, from_day, to_day, is_whole, is_closed, entries, taken_back, debit, facts, created_by)
    select p_id, p_format, p_from, p_to, p_whole, coalesce(p_to <= private.closed_to('everybody'), false), count(*) - count(c.undoes_id), count(c.undoes_id),
           coalesce(sum(c.debit), 0), private.hand_over_facts(p_format, p_from, p_to), auth.uid()
      from content c having count(*) > 0
    returning hand_overs.id
  )
  insert into public.hand_over_entries (hand_over_id, undoes_id, entry_id, on_date, kind, record_id, number, party, words, print, lines)
  select m.id, c.undoes_id, c.entry_id, c.on_date, c.kind, c.record_id, c.number, c.party, c.words, c.print, c.lines
    from content c cross join made m
   order by c.on_date, c.number, c.entry_id, c.undoes_id nulls last;
  return found;
end $$;

create or replace function private.make_hand_over(p_id uuid, p_format text, p_from date, p_to date, p_whole boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  -- An audit file stands alone: it has everything of its days.
  v_whole constant boolean := coalesce(p_whole, false) or coalesce(p_format = 'saft', false);
  v_kept public.hand_overs;
begin
  perform private.must_see_books();
  perform private.must('payments', 'edit', 'hand over the books');
  perform private.refuse_long_period(p_from, p_to);
  if p_id is null or not coalesce(p_format in ('csv', 'xlsx', 'datev', 'xero', 'quickbooks', 'saft'), false) then
    perform private.refuse('22023', 'Please choose one of the formats');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('hand_overs', 0));
  select * into v_kept from public.hand_overs h where h.id = p_id;
  if found then
    perform private.must_be_same((v_kept.format, v_kept.from_day, v_kept.to_day, v_kept.is_whole) = (p_format, p_from, p_to, v_whole),
      'hand-over');
    return p_id;
  elsif p_format = 'datev' and private.year_begins(p_from) <> private.year_begins(p_to) then
    perform private.refuse('22023', 'A DATEV file is of one financial year. Please choose days of one year.');
  elsif exists (select from private.hand_over_missing(p_format, p_from, p_to)) then
    perform private.refuse('PT409', 'Something is missing that this format asks for. Please look again.');
  end if;
  if p_format = 'datev' then
    perform private.number_contacts(p_from, p_to);
  elsif p_format = 'saft' then
    perform private.number_contacts('1900-01-01', p_to);
  end if;
  if not private.freeze_hand_over(p_id, p_format, p_from, p_to, v_whole) then
    perform private.refuse('PT409', 'Nothing is new on these days: everything was handed over');
  end if;
  return p_id;
end $$;

alter table public.hand_over_settings add constraint hand_over_settings_format_is_known CHECK (format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'datev'::text, 'xero'::text, 'quickbooks'::text, 'saft'::text]));

alter table public.hand_overs add constraint hand_overs_facts_are_a_record CHECK (jsonb_typeof(facts) = 'object'::text AND octet_length(facts::text) <= 20000000);

alter table public.hand_overs add constraint hand_overs_format_is_known CHECK (format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'datev'::text, 'xero'::text, 'quickbooks'::text, 'saft'::text]));

revoke execute on all routines in schema private from public;

comment on function private.make_hand_over(pg_catalog.uuid,pg_catalog.text,pg_catalog.date,pg_catalog.date,boolean) is 'Hands over what is new of these days in this format, and takes back what was given and is another entry now; with p_whole, and as an audit file (saft), everything once more.
p_id: chosen by the caller, so that a repeated call hands over once. Returns the id.';

comment on function public.make_hand_over(pg_catalog.uuid,pg_catalog.text,pg_catalog.date,pg_catalog.date,boolean) is 'Hands over what is new of these days in this format, and takes back what was given and is another entry now; with p_whole, and as an audit file (saft), everything once more.
p_id: chosen by the caller, so that a repeated call hands over once. Returns the id.';

comment on function private.hand_over_facts(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'What a file in this format says of the company, as it is now. p_from and p_to: the days of the file.';

comment on function private.saft_facts(pg_catalog.date,pg_catalog.date) is 'What an audit file says beside the entries of its days: the company, accounts with what each had before the first day, and clients and suppliers who have entries or something open,
under the number that they have at the accountant. Amounts are text, above zero is a debit.';

reset check_function_bodies;
