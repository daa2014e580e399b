-- One entry of the bank that is several things: its parts, each decided by itself.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.check_bank_parts(p_entry public.bank_entries, p_parts jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  v_sum numeric;
begin
  if jsonb_typeof(p_parts) <> 'array' or jsonb_array_length(p_parts) not between 2 and 50 then
    perform private.refuse('22023', 'An entry is split into 2 to 50 parts');
  elsif exists (
    select from jsonb_to_recordset(p_parts) as p (id uuid, direction text, amount numeric)
     where p.id is null or not coalesce(p.direction in ('in', 'out'), false)
        or not coalesce(p.amount > 0 and p.amount < 1000000000 and p.amount = trunc(p.amount, 2), false))
  then
    perform private.refuse('22023', 'Each part is money in or out, with an amount above zero with two decimals');
  end if;
  select sum(case p.direction when p_entry.direction then p.amount else -p.amount end) into v_sum
    from jsonb_to_recordset(p_parts) as p (direction text, amount numeric);
  if v_sum <> p_entry.amount then
    perform private.refuse('22023', format('The parts come to %s, the entry to %s', private.money_words(v_sum, p_entry.currency),
      private.money_words(p_entry.amount, p_entry.currency)));
  end if;
end $$;
comment on function private.check_bank_parts is 'Refuses, in words, parts that are no amounts or do not come to the entry. A part the other way, such as a charge that the bank kept, counts against it.';

create function private.split_bank_entry(p_id uuid, p_parts jsonb) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_digest constant text := md5(p_parts::text);
  v_row public.bank_entries;
begin
  perform private.must('payments', 'create', 'decide about entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'split' and v_row.decided_by = auth.uid() and v_row.decided_as = v_digest then
    return 0;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.split_of is not null then
    perform private.refuse('PT409', 'This is a part of an entry. Take the split back, and split the entry anew.');
  end if;
  perform private.check_bank_parts(v_row, p_parts);
  update public.bank_entries set status = 'split', decided_by = auth.uid(), decided_at = now(), decided_as = v_digest where id = p_id;
  insert into public.bank_entries (id, import_id, position, entry_key, account_iban, booked_on, value_on, direction, amount, currency, party_name, party_iban,
    remittance, end_to_end, bank_reference, split_of, split_words)
  select (p.part ->> 'id')::uuid, v_row.import_id, v_row.position, encode(sha256(convert_to(v_row.entry_key || '/' || p.place, 'utf8')), 'hex'),
         v_row.account_iban, v_row.booked_on, v_row.value_on, p.part ->> 'direction', (p.part ->> 'amount')::numeric, v_row.currency, v_row.party_name,
         v_row.party_iban, v_row.remittance, v_row.end_to_end, v_row.bank_reference, p_id, nullif(btrim(p.part ->> 'words'), '')
    from jsonb_array_elements(p_parts) with ordinality as p (part, place);
  return jsonb_array_length(p_parts);
end $$;
comment on function private.split_bank_entry is
  'Splits an open entry into parts, [{id, direction, amount, words}], that come to it. Each part is then decided as an entry: a client, a supplier, an account. The same
call of the same person again changes nothing. How many parts there are now.';
call private.offer('private.split_bank_entry(uuid, jsonb)');

create function private.join_bank_entry(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part public.bank_entries;
begin
  for v_part in select * from public.bank_entries e where e.split_of = p_id order by e.decided_at desc nulls last, e.id
  loop
    perform private.undo_bank_entry(v_part.id, p_reason);
  end loop;
  delete from public.bank_entries where split_of = p_id;
  update public.bank_entries set status = 'open', decided_by = null, decided_at = null, decided_as = null where id = p_id;
end $$;
comment on function private.join_bank_entry is 'A split entry is one again, and undecided: what its parts recorded is reversed, and they go. All or none.';
