-- Commissions of designers.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.commission_rules (
  id          uuid primary key default gen_random_uuid(),
  user_id     uuid not null references auth.users (id) on delete cascade,
  pct         numeric(5, 2) not null,
  valid_from  date not null,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint commission_rules_one_a_day unique (user_id, valid_from),
  constraint commission_rules_pct_range check (pct > 0 and pct <= 100)
);
create index commission_rules_created_by_idx on public.commission_rules (created_by);
comment on table public.commission_rules is
  'What share of the net of an order line a designer earns who designed it, from a day on. Several designers of a line share it.';

create table public.designer_commissions (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references auth.users (id) on delete restrict,
  order_id   uuid not null references public.orders (id) on delete restrict,
  basis      numeric(14, 2) not null,
  pct        numeric(5, 2) not null,
  amount     numeric(14, 2) not null,
  status     text not null default 'open',
  decided_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz,
  paid_on    date,
  created_at timestamptz not null default now(),
  unique (user_id, order_id),
  constraint designer_commissions_status_is_known check (status in ('open', 'approved', 'paid')),
  constraint designer_commissions_amounts_range check (basis >= 0 and amount >= 0),
  constraint designer_commissions_paid_has_a_day check ((status = 'paid') = (paid_on is not null))
);
create index designer_commissions_order_id_idx on public.designer_commissions (order_id);
create index designer_commissions_decided_by_idx on public.designer_commissions (decided_by);
create index designer_commissions_status_idx on public.designer_commissions (status, created_at desc);
comment on table public.designer_commissions is 'What a designer earned with an order: computed when it is delivered, then approved and paid.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.commission_rules', p_pinned => '{user_id}', p_audited => true, p_pages => '{orders}');
create policy "holders of view_financial_data read rules of commissions" on public.commission_rules for select to authenticated
  using ((select private.named('view_financial_data')));
create policy "keepers of wage rates add rules of commissions" on public.commission_rules for insert to authenticated
  with check ((select private.named('manage_wage_rates')) and created_by = (select auth.uid()));
create policy "keepers of wage rates change rules of commissions" on public.commission_rules for update to authenticated
  using ((select private.named('manage_wage_rates'))) with check ((select private.named('manage_wage_rates')));
create policy "keepers of wage rates remove rules of commissions" on public.commission_rules for delete to authenticated
  using ((select private.named('manage_wage_rates')));

call private.borrow_rules('public.designer_commissions', 'select', p_pages => '{orders}');
create policy "designers read their commissions, holders of view_financial_dat" on public.designer_commissions for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_staff()) or (select private.named('view_financial_data')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.compute_commissions(p_order_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.designer_commissions as c (user_id, order_id, basis, pct, amount)
  select d.user_id, p_order_id, trunc(sum(d.net / d.sharers), 2), max(d.pct), trunc(sum(d.net * d.pct / 100 / d.sharers), 2)
    from (
      select designer.id as user_id, i.id as item_id, private.worth(i.net, o.rate) as net, rule.pct, count(*) over (partition by i.id) as sharers
        from public.orders o
        join public.order_items i on i.order_id = o.id and i.net > 0
        cross join lateral (
          select distinct a as id from public.jobs j join public.job_steps s on s.job_id = j.id, unnest(s.assignees) as a
           where j.order_item_id = i.id and j.remake_of is null and s.before_approval and s.status = 'done') as designer
        cross join lateral (
          select r.pct from public.commission_rules r where r.user_id = designer.id and r.valid_from <= private.day_of(o.ordered_at)
           order by r.valid_from desc limit 1) as rule
       where o.id = p_order_id) as d
   group by d.user_id
  on conflict (user_id, order_id) do update set basis = excluded.basis, pct = excluded.pct, amount = excluded.amount
    where c.status = 'open'
$$;
comment on function private.compute_commissions is
  'The commissions of an order: of each line the share of those who finished its design steps. What is approved or paid stays.';

create function private.decide_commissions(p_ids uuid[], p_to text, p_paid_on date default null)
  returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_changed integer;
  v_from constant text := case p_to when 'approved' then 'open' when 'paid' then 'approved' when 'open' then 'approved' end;
begin
  if not (private.is_server() or private.named('manage_wage_rates')) then
    raise insufficient_privilege using message = 'You may not decide about commissions';
  elsif v_from is null or cardinality(p_ids) > 500 then
    perform private.refuse('22023', 'Commissions are approved, paid, or opened again; 500 at once at most');
  end if;
  perform from public.designer_commissions where id = any (p_ids) order by id for update;
  if exists (
    select from public.designer_commissions
     where id = any (p_ids) and status = v_from and private.decides_for_self(user_id, 'manage_wage_rates'))
  then
    perform private.refuse('42501', 'A colleague decides about your own commissions. Nothing was changed.');
  elsif exists (select from public.designer_commissions where id = any (p_ids) and status not in (v_from, p_to)) then
    perform private.refuse('PT409', format('Only commissions that are %s become %s. Nothing was changed.', v_from, p_to));
  end if;
  update public.designer_commissions set status = p_to, decided_by = auth.uid(), decided_at = now(),
      paid_on = case p_to when 'paid' then coalesce(p_paid_on, private.company_today()) end
   where id = any (p_ids) and status = v_from;
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;
comment on function private.decide_commissions is
  'Approves, pays or opens commissions, all or none: open → approved → paid; approved → open. Answers how many changed.';
call private.offer('private.decide_commissions(uuid[], text, date)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger refuse_own_terms before insert or update or delete on public.commission_rules
  for each row when (current_user in ('anon', 'authenticated')) execute function private.refuse_own_terms('manage_wage_rates', 'commission');
create trigger ask_first before insert on public.commission_rules for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_wage_rates');

create trigger audit after insert or update or delete on public.designer_commissions for each row execute function private.audit('id');
