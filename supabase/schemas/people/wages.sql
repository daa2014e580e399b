-- Wage rates, and what an hour of work costs.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.wage_rates (
  id          uuid primary key default gen_random_uuid(),
  user_id     uuid not null references auth.users (id) on delete cascade,
  valid_from  date not null,
  hourly_cost numeric(10, 2) not null,
  note        text,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint wage_rates_one_a_day unique (user_id, valid_from),
  constraint wage_rates_cost_range check (hourly_cost > 0 and hourly_cost <= 100000),
  constraint wage_rates_note_length check (char_length(note) <= 500)
);
create index wage_rates_created_by_idx on public.wage_rates (created_by);
comment on table public.wage_rates is 'What an hour of somebody costs the company from a day on.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.wage_rates', p_audited => true);
create policy "holders of manage_wage_rates read them" on public.wage_rates for select to authenticated
  using ((select private.named('manage_wage_rates')));
create policy "holders of manage_wage_rates add them" on public.wage_rates for insert to authenticated
  with check ((select private.named('manage_wage_rates')) and created_by = (select auth.uid()));
create policy "holders of manage_wage_rates change them" on public.wage_rates for update to authenticated
  using ((select private.named('manage_wage_rates'))) with check ((select private.named('manage_wage_rates')));
create policy "holders of manage_wage_rates remove them" on public.wage_rates for delete to authenticated
  using ((select private.named('manage_wage_rates')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.cost_of_work(p_user_id uuid, p_day date, p_seconds bigint) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_seconds * (select w.hourly_cost from public.wage_rates w where w.user_id = p_user_id and w.valid_from <= p_day
    order by w.valid_from desc limit 1) / 3600;
end $$;
comment on function private.cost_of_work is 'What work cost by the wage rate of that day; null where no rate is known.';

create function private.sees_labour_cost() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_server() or (private.named('view_financial_data') and private.named('manage_wage_rates'));
end $$;
comment on function private.sees_labour_cost is 'Whether the caller sees what work cost: with its hours that is a wage.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger refuse_own_terms before insert or update or delete on public.wage_rates
  for each row when (current_user in ('anon', 'authenticated')) execute function private.refuse_own_terms('manage_wage_rates', 'wage');
create trigger ask_first before insert on public.wage_rates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_wage_rates');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.wage_rates', 'nudge_page', $$private.nudge_pages('id', 'quotations')$$);
