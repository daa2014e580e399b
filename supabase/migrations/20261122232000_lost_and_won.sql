-- Why quotations are lost, how many are won, and the terms that quotations begin with.

-- ---------------------------------------------------------------------------------------------- when it was decided

alter table public.quotations add column closed_on date;
comment on column public.quotations.closed_on is
  'The day, where the company is, on which an offer was won or lost: approved, rejected, expired, or cancelled after it was sent.';
create index quotations_closed_on_idx on public.quotations (closed_on) where closed_on is not null;

create function private.settle_closed_on() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.closed_on := case
    when new.status in ('approved', 'converted', 'rejected') then
      (coalesce(new.decided_at, now()) at time zone coalesce((select time_zone from public.company_settings), 'UTC'))::date
    when new.status = 'expired' then coalesce(new.valid_until + 1, private.company_today())
    when new.status = 'cancelled' and new.sent_at is not null then coalesce(old.closed_on, private.company_today()) end;
  return new;
end $$;
comment on function private.settle_closed_on is 'Keeps the day on which an offer was won or lost. A draft that is cancelled was no offer.';
create trigger settle_closed_on before insert or update of status, decided_at, sent_at, valid_until on public.quotations
  for each row execute function private.settle_closed_on();
update public.quotations set status = status where status in ('approved', 'converted', 'rejected', 'expired', 'cancelled');

drop trigger pin on public.quotations;
create trigger pin before update on public.quotations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'quotation_number', 'public_uuid', 'created_by', 'created_at', 'status', 'version', 'currency',
    'net', 'vat', 'deposit_amount', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'decided_at', 'decided_name', 'decided_by',
    'decided_ip', 'reject_reason', 'closed_on');

-- ------------------------------------------------------------------------------------------------------ why it was lost

create table public.quotation_losses (
  quotation_id uuid primary key references public.quotations (id) on delete cascade,
  reason       text not null,
  words        text,
  recorded_by  uuid references auth.users (id) on delete set null,
  recorded_at  timestamptz not null default now(),
  constraint quotation_losses_reason_is_known check (reason in ('price', 'time', 'competitor', 'no_answer', 'changed_plans', 'other')),
  constraint quotation_losses_words_length check (char_length(words) <= 2000)
);
create index quotation_losses_recorded_by_idx on public.quotation_losses (recorded_by);
create index quotation_losses_reason_idx on public.quotation_losses (reason);
comment on table public.quotation_losses is 'Why an offer was lost, as staff see it. Clients never read it.';
call private.borrow_rules('public.quotation_losses', 'select', p_key => 'quotation_id', p_pages => '{quotations}');
create policy "staff who view quotations read why they were lost" on public.quotation_losses
  for select to authenticated using ((select private.can('quotations', 'view')));

create function private.keep_loss(p_id uuid, p_reason text, p_words text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_words constant text := nullif(btrim(p_words), '');
begin
  if p_reason is null or p_reason not in ('price', 'time', 'competitor', 'no_answer', 'changed_plans', 'other') then
    perform private.refuse('22023', 'Please choose why it was lost');
  elsif p_reason = 'other' and v_words is null then
    perform private.refuse('22023', 'Please say in words why it was lost');
  elsif char_length(v_words) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  end if;
  insert into public.quotation_losses as l (quotation_id, reason, words, recorded_by) values (p_id, p_reason, v_words, auth.uid())
  on conflict (quotation_id) do update
     set reason = excluded.reason, words = excluded.words, recorded_by = excluded.recorded_by, recorded_at = now()
   where (l.reason, l.words) is distinct from (excluded.reason, excluded.words);
  if found then
    perform private.log_event('quotation', p_id, 'lost_because', jsonb_build_object('lost', p_reason, 'words', v_words));
  end if;
end $$;

create function private.record_quotation_loss(p_id uuid, p_reason text, p_words text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'say why a quotation was lost');
begin
  if v_row.status not in ('rejected', 'expired', 'cancelled') then
    perform private.refuse('PT409', format('This quotation is not lost: it is %s', case v_row.status when 'converted' then 'approved'
      else replace(v_row.status, '_', ' ') end));
  end if;
  perform private.keep_loss(p_id, p_reason, p_words);
end $$;
comment on function private.record_quotation_loss is
  'Why a rejected, expired or cancelled quotation was lost: price, time, competitor, no_answer, changed_plans or other, which
needs words. A second call replaces the first; the story keeps both.';
call private.offer('private.record_quotation_loss(uuid, text, text)');

create function private.forget_loss() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.quotation_losses where quotation_id = new.id;
  return null;
end $$;
comment on function private.forget_loss is 'A quotation that is offered again is not lost. Its story keeps why it was.';
create trigger forget_loss after update of status on public.quotations
  for each row when (old.status in ('rejected', 'expired', 'cancelled') and new.status not in ('rejected', 'expired', 'cancelled'))
  execute function private.forget_loss();

drop function public.cancel_quotation(uuid, text);
drop function private.cancel_quotation(uuid, text);
create function private.cancel_quotation(p_id uuid, p_reason text, p_lost text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'cancel quotations');
begin
  if v_row.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status = 'converted' then
    perform private.refuse('PT409', 'This quotation is approved: cancel its order instead');
  end if;
  update public.quotations set status = 'cancelled' where id = p_id;
  perform private.cancel_mails('quotation', p_id);
  perform private.log_event('quotation', p_id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  if p_lost is not null then
    perform private.keep_loss(p_id, p_lost, left(btrim(p_reason), 2000));
  end if;
end $$;
comment on function private.cancel_quotation is
  'Any quotation without an order → cancelled, with a reason; its link closes. p_lost: why the offer was lost, as in
record_quotation_loss.';
call private.offer('private.cancel_quotation(uuid, text, text)');

drop function public.record_quotation_answer(uuid, text, text, text, uuid[]);
drop function private.record_quotation_answer(uuid, text, text, text, uuid[]);
create function private.record_quotation_answer(
  p_id uuid, p_answer text, p_name text, p_words text default null, p_selected uuid[] default null, p_lost text default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'record the answer to a quotation');
  v_order_id uuid;
begin
  if p_answer = 'approved' and v_row.status = 'converted' then
    select id into v_order_id from public.orders where quotation_id = p_id and status <> 'cancelled';
    return v_order_id;
  elsif p_answer = v_row.status then
    return null;
  elsif v_row.status not in ('sent', 'change_requested') then
    perform private.must_be_open(v_row);
  elsif p_answer = 'approved' then
    v_order_id := private.accept_quotation(p_id, p_name, p_selected, null, null);
    perform private.log_event('quotation', p_id, 'answer_recorded', jsonb_build_object('answer', p_answer, 'words', left(p_words, 2000)));
    return v_order_id;
  elsif p_answer in ('rejected', 'change_requested') then
    perform private.turn_down(v_row, p_answer, p_name, p_words, null);
    if p_answer = 'rejected' and p_lost is not null then
      perform private.keep_loss(p_id, p_lost, p_words);
    end if;
    return null;
  end if;
  perform private.refuse('22023', 'The answer is approved, rejected or change_requested');
  return null;
end $$;
comment on function private.record_quotation_answer is
  'Staff record what a client said by telephone or on paper: approved, rejected or change_requested, with the name of who said
it. p_lost: why it was lost, for a rejection, as in record_quotation_loss. Returns the id of the order, or null.';
call private.offer('private.record_quotation_answer(uuid, text, text, text, uuid[], text)');

-- ------------------------------------------------------------------------------------------------------- how many are won

create function private.win_rate(p_from date, p_to date)
returns table (owner uuid, owner_name text, month date, won bigint, lost bigint, won_net text, lost_net text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select q.account_manager_id, private.person_label(q.account_manager_id), date_trunc('month', q.closed_on)::date,
           count(*) filter (where q.status in ('approved', 'converted')),
           count(*) filter (where q.status not in ('approved', 'converted')),
           private.amount_text(coalesce(sum(q.net) filter (where q.status in ('approved', 'converted')), 0)),
           private.amount_text(coalesce(sum(q.net) filter (where q.status not in ('approved', 'converted')), 0))
      from public.quotations q
     where q.closed_on between p_from and p_to
     group by q.account_manager_id, date_trunc('month', q.closed_on)
     order by 2 nulls last, 1, 3;
end $$;
comment on function private.win_rate is
  'Offers won and lost, by owner and by the month in which they were decided, from p_from to p_to inclusive. Lost: rejected,
expired, or cancelled after it was sent. Nets are text.';
call private.offer('private.win_rate(date, date)');

create function private.loss_reasons(p_from date, p_to date, p_owner uuid default null)
returns table (reason text, quotations bigint, net text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select l.reason, count(*), private.amount_text(sum(q.net))
      from public.quotations q left join public.quotation_losses l on l.quotation_id = q.id
     where q.closed_on between p_from and p_to and q.status in ('rejected', 'expired', 'cancelled')
       and (p_owner is null or q.account_manager_id = p_owner)
     group by l.reason order by 2 desc, 1 nulls last;
end $$;
comment on function private.loss_reasons is
  'Lost offers by reason, from p_from to p_to inclusive; the reason is null where nobody said it. Nets are text.';
call private.offer('private.loss_reasons(date, date, uuid)');

drop function public.quotation_sums(text, uuid, uuid, text, boolean, boolean);
drop function private.quotation_sums(text, uuid, uuid, text, boolean, boolean);
create function private.quotation_sums(
  p_text text default null, p_contact_id uuid default null, p_owner uuid default null, p_status text default null,
  p_due boolean default false, p_expiring boolean default false, p_result text default null, p_lost text default null,
  p_closed_from date default null, p_closed_to date default null)
returns table (status text, quotations bigint, gross text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select q.status, count(*), private.amount_text(sum(q.gross))
      from public.quotations q
     where (coalesce(btrim(p_text), '') = '' or q.id in (select private.records_named('quotation', p_text, 2000)))
       and (p_contact_id is null or q.contact_id = p_contact_id) and (p_owner is null or q.account_manager_id = p_owner)
       and (p_status is null or q.status = p_status)
       and (not coalesce(p_due, false) or q.follow_up_on <= private.company_today())
       and (not coalesce(p_expiring, false) or (q.status = 'sent' and q.valid_until between private.company_today() and private.company_today() + 7))
       and (p_result is null or (q.closed_on is not null and (p_result = 'won') = (q.status in ('approved', 'converted'))))
       and (p_lost is null or case p_lost
              when 'unsaid' then q.closed_on is not null and q.status in ('rejected', 'expired', 'cancelled')
                and not exists (select from public.quotation_losses l where l.quotation_id = q.id)
              else exists (select from public.quotation_losses l where l.quotation_id = q.id and l.reason = p_lost) end)
       and (p_closed_from is null or q.closed_on >= p_closed_from) and (p_closed_to is null or q.closed_on <= p_closed_to)
     group by q.status order by q.status;
end $$;
comment on function private.quotation_sums is
  'Number and gross of the quotations with these filters, by status. p_due: a follow-up day has come. p_expiring: sent, and the
last valid day is within seven days. p_result: won or lost. p_lost: why it was lost, or unsaid. Amounts are text.';
call private.offer('private.quotation_sums(text, uuid, uuid, text, boolean, boolean, text, text, date, date)');

-- ------------------------------------------------------------------------------------------------------------- terms

create table public.quotation_terms (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  body        text not null,
  language    text not null default 'en',
  client_type text,
  is_default  boolean not null default false,
  sort        integer not null default 0,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint quotation_terms_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint quotation_terms_body_length check (char_length(btrim(body)) between 1 and 20000 and char_length(body) <= 20000),
  constraint quotation_terms_language_is_a_code check (language ~ '^[a-z]{2}$'),
  constraint quotation_terms_client_type_is_known check (client_type in ('Person', 'Business'))
);
create unique index quotation_terms_name_idx on public.quotation_terms (private.folded(name));
create unique index quotation_terms_one_default_idx on public.quotation_terms (language, coalesce(client_type, '')) where is_default;
create index quotation_terms_created_by_idx on public.quotation_terms (created_by);
comment on table public.quotation_terms is
  'Terms to choose from. A quotation copies the text: a changed template alters no quotation.';
comment on column public.quotation_terms.language is 'ISO 639-1: en, mt, it.';
comment on column public.quotation_terms.client_type is 'For persons or for businesses; null: for both.';
comment on column public.quotation_terms.is_default is 'New quotations to clients of this type and language begin with it.';
call private.borrow_rules('public.quotation_terms', p_audited => true, p_pages => '{quotations}');
create policy "staff read terms" on public.quotation_terms for select to authenticated using ((select private.is_staff()));
create policy "admins add terms" on public.quotation_terms
  for insert to authenticated with check ((select private.my_role()) = 'admin' and created_by = (select auth.uid()));
create policy "admins change terms" on public.quotation_terms
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');
create policy "admins remove terms" on public.quotation_terms
  for delete to authenticated using ((select private.my_role()) = 'admin');

alter table public.contacts add column language text,
  add constraint contacts_language_is_a_code check (language ~ '^[a-z]{2}$');
comment on column public.contacts.language is 'ISO 639-1: the language of papers for this contact; null: that of the company, en.';

create function private.terms_for(p_contact_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
      select t.body from public.quotation_terms t, public.contacts c
       where c.id = p_contact_id and t.is_default and (t.client_type is null or t.client_type = c.type)
         and t.language in (coalesce(c.language, 'en'), 'en')
       order by t.language = coalesce(c.language, 'en') desc, t.client_type is not null desc limit 1),
    (select quotation_terms from public.company_settings))
$$;
comment on function private.terms_for is
  'The terms that a new quotation to this contact begins with: the default of its language and type, then of its language, then
of English, then the company''s.';

create or replace function private.create_quotation(
  p_contact_id uuid, p_project_title text default null, p_id uuid default null, p_person_id uuid default null, p_location_id uuid default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_contact public.contacts;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select id into v_id from public.quotations where id = p_id;
  if found then
    return v_id;
  end if;
  select * into v_contact from public.contacts where id = p_contact_id;
  if v_contact.id is null then
    perform private.refuse('PT404', 'This contact is not there any more');
  elsif v_contact.archived_at is not null then
    perform private.refuse('22023', 'This contact is archived');
  end if;
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, account_manager_id, created_by)
  select coalesce(p_id, gen_random_uuid()), private.draw_number('Q'), p_contact_id, nullif(btrim(p_project_title), ''), p_person_id,
         p_location_id, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end, s.deposit_percent,
         private.terms_for(p_contact_id), coalesce(v_contact.account_manager_id, auth.uid()), auth.uid()
    from public.company_settings s
  returning id into v_id;
  perform private.log_event('quotation', v_id, 'created');
  return v_id;
end $$;
comment on function private.create_quotation is
  'A new draft with the next number, the terms for its client and the company''s deposit. p_id: an id chosen by the caller, so
that a repeated call returns the same quotation. Returns the id.';

revoke execute on all routines in schema private from public;
