set check_function_bodies = off;

drop routine private.check_bank_file(p_file jsonb, p_entries jsonb, p_hash text);

create or replace function private.bank_file_hash(p_entries jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return encode(sha256(convert_to(p_entries::text, 'UTF8')), 'hex');
end $$;

create or replace function private.imported_already(p_hash text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select format('This bank statement was imported already, as %s on %s', i.file_name,
           to_char(i.created_at at time zone (select time_zone from public.company_settings), 'FMDD Month YYYY'))
    from public.bank_imports i where i.content_hash = p_hash
  );
end $$;

create or replace function private.check_bank_file(p_file jsonb, p_entries jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_bad record;
begin
  if jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) = 0 then
    perform private.refuse('22023', 'This file has no booked entries');
  elsif jsonb_array_length(p_entries) > 5000 then
    perform private.refuse('22023', 'A bank statement may have 5000 entries at most. Please export a shorter time.');
  elsif coalesce(btrim(p_file ->> 'file_name'), '') = '' then
    perform private.refuse('22023', 'Please name the file');
  end if;
  select place, problem into v_bad
    from jsonb_array_elements(p_entries) with ordinality as listed (entry, place), private.problem_of_entry(entry) as problem
   where problem is not null order by place limit 1;
  if found then
    perform private.refuse('22023', format('Entry %s: %s. Nothing was imported.', v_bad.place, v_bad.problem));
  end if;
end $$;

create or replace function private.new_entries(p_read jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select coalesce(jsonb_agg(one), '[]')
    from jsonb_array_elements(p_read) as one where not exists (select from public.bank_entries e where e.entry_key = one ->> 'key')
  );
end $$;

create or replace function private.preview_bank_file(p_file jsonb, p_entries jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_read jsonb;
begin
  perform private.must('payments', 'create', 'import bank statements');
  perform private.check_bank_file(p_file, p_entries);
  v_read := private.without_repeated(private.keyed_entries(p_file, p_entries), coalesce(p_file ->> 'repeated', 'keep'));
  return jsonb_build_object('entries', jsonb_array_length(v_read),
    'known', jsonb_array_length(v_read) - jsonb_array_length(private.new_entries(v_read)),
    'imported', private.imported_already(private.bank_file_hash(p_entries)));
end $$;

create or replace function private.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_imports;
  v_hash text;
  v_read jsonb;
  v_all integer;
  v_count integer;
begin
  perform private.must('payments', 'create', 'import bank statements');
  -- One import at a time: two people with the same file get one import and one refusal.
  perform pg_advisory_xact_lock(hashtextextended('bank_imports', 0));
  select * into v_row from public.bank_imports where id = p_id;
  if found then
    return jsonb_build_object('id', v_row.id, 'entries', v_row.entries, 'known', v_row.known, 'repeated', 0);
  end if;
  perform private.check_bank_file(p_file, p_entries);
  v_hash := private.bank_file_hash(p_entries);
  if private.imported_already(v_hash) is not null then
    perform private.refuse('PT409', private.imported_already(v_hash));
  end if;
  v_all := jsonb_array_length(p_entries);
  v_read := private.without_repeated(private.keyed_entries(p_file, p_entries), p_file ->> 'repeated');
  v_count := jsonb_array_length(v_read);
  v_read := private.new_entries(v_read);
  if v_read = '[]' then
    perform private.refuse('PT409', format('Every entry of this file was imported already (%s). Nothing was added.', v_count));
  end if;
  insert into public.bank_imports (id, file_name, format, content_hash, account_iban, currency, first_day, last_day, opening, closing, entries,
    known, created_by)
  select coalesce(p_id, gen_random_uuid()), left(btrim(p_file ->> 'file_name'), 300), p_file ->> 'format', v_hash,
         nullif(left(upper(p_file ->> 'account_iban'), 34), ''), coalesce(p_file ->> 'currency', 'EUR'), min((entry ->> 'booked_on')::date),
         max((entry ->> 'booked_on')::date), (p_file ->> 'opening')::numeric, (p_file ->> 'closing')::numeric, jsonb_array_length(v_read),
         v_count - jsonb_array_length(v_read), auth.uid()
    from jsonb_array_elements(p_entries) as entry
  returning * into v_row;
  perform private.keep_bank_entries(v_row.id, p_file ->> 'account_iban', v_read);
  return jsonb_build_object('id', v_row.id, 'entries', v_row.entries, 'known', v_row.known, 'repeated', v_all - v_count);
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.preview_bank_file(jsonb, jsonb)');

comment on function private.bank_file_hash(pg_catalog.jsonb) is 'By what the content of a bank file is known again: SHA-256 of its entries.';

comment on function private.check_bank_file(pg_catalog.jsonb,pg_catalog.jsonb) is 'Refuses a bank file in words: without entries, too long, without a name, or with an entry that cannot be kept.';

comment on function private.imported_already(pg_catalog.text) is 'In words, that a file with this content was imported, under which name and when; null when none was.';

comment on function private.new_entries(pg_catalog.jsonb) is 'Those of the entries of a file, as keyed_entries gives them, that no earlier file brought.';

comment on function private.preview_bank_file(pg_catalog.jsonb,pg_catalog.jsonb) is 'What the import of a bank file would do, by the rules of import_bank_file and with its p_file and p_entries; nothing is written. Returns
{entries, known, imported}: how many entries it has, how many of them are already imported, and in words that this very file was
imported, or null. Entries that repeat a bank''s reference count as kept until repeated says to leave them out.';

comment on function public.preview_bank_file(pg_catalog.jsonb,pg_catalog.jsonb) is 'What the import of a bank file would do, by the rules of import_bank_file and with its p_file and p_entries; nothing is written. Returns
{entries, known, imported}: how many entries it has, how many of them are already imported, and in words that this very file was
imported, or null. Entries that repeat a bank''s reference count as kept until repeated says to leave them out.';

reset check_function_bodies;
