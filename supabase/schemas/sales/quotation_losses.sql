-- Why quotations were lost, and how many were won.

-- ---------------------------------------------------------------------------------------------------------- what it is

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

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.quotation_losses', 'select', p_key => 'quotation_id', p_pages => '{quotations}');
create policy "staff who view quotations read why they were lost" on public.quotation_losses
  for select to authenticated using ((select private.can('quotations', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

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
           private.amount_text(coalesce(sum(private.worth(q.net, q.rate)) filter (where q.status in ('approved', 'converted')), 0)),
           private.amount_text(coalesce(sum(private.worth(q.net, q.rate)) filter (where q.status not in ('approved', 'converted')), 0))
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
    select l.reason, count(*), private.amount_text(sum(private.worth(q.net, q.rate)))
      from public.quotations q left join public.quotation_losses l on l.quotation_id = q.id
     where q.closed_on between p_from and p_to and q.status in ('rejected', 'expired', 'cancelled')
       and (p_owner is null or q.account_manager_id = p_owner)
     group by l.reason order by 2 desc, 1 nulls last;
end $$;
comment on function private.loss_reasons is
  'Lost offers by reason, from p_from to p_to inclusive; the reason is null where nobody said it. Nets are text.';
call private.offer('private.loss_reasons(date, date, uuid)');
