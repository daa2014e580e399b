-- Returns of VAT as they were filed: the figures of a period, frozen with their papers, and what changed since.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.vat_returns (
  id         uuid primary key default gen_random_uuid(),
  place      bigint not null generated always as identity unique,
  from_day   date not null,
  to_day     date not null,
  figures    jsonb not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint vat_returns_days_are_in_order check (to_day >= from_day),
  constraint vat_returns_figures_are_a_list check (jsonb_typeof(figures) = 'array' and octet_length(figures::text) <= 100000)
);
create index vat_returns_days_idx on public.vat_returns (from_day, to_day, place desc);
create index vat_returns_created_by_idx on public.vat_returns (created_by);
comment on table public.vat_returns is
  'What was told to the tax office of a period, and by whom. Rows are added by file_vat_return and never change; the newest of a period counts.';
comment on column public.vat_returns.figures is 'The figures as the page showed them then: [{box, name, net, vat}], amounts as text; null where a box does not take one. box: null where the boxes of the country are not known.';

create table public.vat_return_papers (
  id            bigint primary key generated always as identity,
  vat_return_id uuid not null references public.vat_returns (id) on delete restrict,
  side          text not null,
  rate          text not null,
  kind          text not null,
  record_id     uuid not null,
  label         text,
  net           numeric(14, 2) not null,
  vat           numeric(14, 2) not null,
  constraint vat_return_papers_side_is_known check (side in ('sales', 'due', 'purchases')),
  constraint vat_return_papers_texts_length check (char_length(rate) <= 100 and char_length(kind) <= 50 and char_length(label) <= 3000)
);
create index vat_return_papers_vat_return_id_idx on public.vat_return_papers (vat_return_id);
comment on table public.vat_return_papers is 'The papers of a filed return, by side and rate, with what they brought in then.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.vat_returns', '', p_audited => true, p_pages => '{invoices}');
grant select on public.vat_returns to authenticated;
create policy "whoever sees both sides of the tax sees filed returns" on public.vat_returns for select to authenticated
  using ((select private.can('invoices', 'view')) and (select private.can('supplier-invoices', 'view')));

call private.borrow_rules('public.vat_return_papers', '');
grant select on public.vat_return_papers to authenticated;
create policy "whoever sees both sides of the tax sees papers of filed returns" on public.vat_return_papers for select to authenticated
  using ((select private.can('invoices', 'view')) and (select private.can('supplier-invoices', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.must_see_both_sides() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
end $$;
comment on function private.must_see_both_sides is 'Refuses, in words, whoever may not view invoices and invoices of suppliers: a return has both.';

create function private.vat_papers(p_from date, p_to date)
returns table (side text, rate text, kind text, record_id uuid, label text, net numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select r.mark, coalesce(r.name, ''), r.kind, r.id, min(r.label), sum(r.amount), sum(r.other)
    from private.analytics_rows('vat', p_from, p_to) as r group by 1, 2, 3, 4
$$;
comment on function private.vat_papers is 'The papers behind the VAT of these days, by side and rate, as the page of VAT counts them.';

create function private.vat_figures(p_from date, p_to date) returns table (box text, name text, net numeric, vat numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select b.box, coalesce(b.words, concat_ws(', ', replace(b.treatment, '_', ' '), b.rate || ' %')), sum(b.net::numeric), sum(b.vat::numeric)
      from private.vat_boxes(p_from, p_to) as b group by 1, 2;
  if not found then
    return query
      select null::text, format('%s, %s', case p.side when 'sales' then 'Sales' when 'due' then 'Owed on purchases' else 'Purchases' end, p.rate), sum(p.net), sum(p.vat)
        from private.vat_papers(p_from, p_to) as p group by p.side, p.rate;
  end if;
end $$;
comment on function private.vat_figures is 'The figures of the return of these days: its boxes; where those of the country are not known, sales and purchases by rate.';

create function private.filed_return(p_from date, p_to date) returns public.vat_returns
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select r from public.vat_returns r where r.from_day = p_from and r.to_day = p_to order by r.place desc limit 1);
end $$;
comment on function private.filed_return is 'The return that counts as filed for exactly these days; null without one.';

create function private.vat_changes(p_return public.vat_returns) returns table (box text, name text, net_was numeric, net numeric, vat_was numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select x.box, x.name, sum(x.net_was), sum(x.net), sum(x.vat_was), sum(x.vat)
    from (select f.box, f.name, f.net::numeric as net_was, 0 as net, f.vat::numeric as vat_was, 0 as vat
            from jsonb_to_recordset(p_return.figures) as f (box text, name text, net text, vat text)
          union all
          select f.box, f.name, 0, f.net, 0, f.vat from private.vat_figures(p_return.from_day, p_return.to_day) as f) as x
   group by 1, 2 having sum(x.net_was) <> sum(x.net) or sum(x.vat_was) <> sum(x.vat)
$$;
comment on function private.vat_changes is 'The figures that are others now than they were filed.';

create function private.vat_paper_changes(p_return public.vat_returns)
returns table (side text, rate text, kind text, record_id uuid, label text, net numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select x.side, x.rate, x.kind, x.record_id, min(x.label), sum(x.net), sum(x.vat)
    from (select n.side, n.rate, n.kind, n.record_id, n.label, n.net, n.vat from private.vat_papers(p_return.from_day, p_return.to_day) as n
          union all
          select f.side, f.rate, f.kind, f.record_id, f.label, -f.net, -f.vat from public.vat_return_papers f where f.vat_return_id = p_return.id) as x
   group by 1, 2, 3, 4 having sum(x.net) <> 0 or sum(x.vat) <> 0
$$;
comment on function private.vat_paper_changes is 'The papers that bring in something else than when the return was filed, with the difference: new ones whole, those that are gone below zero.';

create function private.vat_return_state(p_from date, p_to date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_return public.vat_returns;
begin
  perform private.must_see_both_sides();
  perform private.refuse_long_period(p_from, p_to);
  v_return := private.filed_return(p_from, p_to);
  if v_return.id is null then
    return null;
  end if;
  return jsonb_build_object('id', v_return.id, 'filed_at', v_return.created_at, 'filed_by', private.person_label(v_return.created_by), 'figures', v_return.figures,
    'changes', (select coalesce(jsonb_agg(jsonb_build_object('box', c.box, 'name', c.name, 'net', private.amount_text(c.net - c.net_was),
        'vat', private.amount_text(c.vat - c.vat_was)) order by c.box is null, length(c.box), c.box, c.name), '[]') from private.vat_changes(v_return) as c),
    'papers', (select coalesce(jsonb_agg(jsonb_build_object('side', c.side, 'rate', c.rate, 'kind', c.kind, 'id', c.record_id, 'label', c.label,
        'net', private.amount_text(c.net), 'vat', private.amount_text(c.vat)) order by c.side desc, c.label, c.rate), '[]')
      from (select p.* from private.vat_paper_changes(v_return) as p order by p.side desc, p.label limit 200) as c));
end $$;
comment on function private.vat_return_state is
  'What was filed for exactly these days, and what changed since: {id, filed_at, filed_by, figures [{box, name, net, vat}], changes (the differences of figures),
papers (at most 200: the differences by paper)}; null where nothing was filed. Amounts are text.';
call private.offer('private.vat_return_state(date, date)');

create function private.returns_to_file(p_to date) returns table (from_day date, to_day date, is_changed boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_last public.vat_returns;
  v_months integer;
begin
  -- Figures of closed days cannot change; four returns are a year of quarters.
  return query
    select r.from_day, r.to_day, true
      from (select distinct on (f.from_day, f.to_day) f from public.vat_returns f
             where f.to_day <= p_to and f.to_day > coalesce(private.closed_to('everybody'), '-infinity')
             order by f.from_day, f.to_day, f.place desc) as newest (f)
     cross join lateral (select (newest.f).*) as r
     where exists (select from private.vat_changes(newest.f)) order by r.to_day desc limit 4;
  select * into v_last from public.vat_returns r where r.to_day <= p_to order by r.to_day desc, r.place desc limit 1;
  -- The next returns are as long as the last one, where that was of whole months.
  if extract(day from v_last.from_day) <> 1 or extract(day from v_last.to_day + 1) <> 1 then
    return;
  end if;
  v_months := 12 * (extract(year from v_last.to_day + 1) - extract(year from v_last.from_day)) + extract(month from v_last.to_day + 1) - extract(month from v_last.from_day);
  return query
    select n.begins, n.ends, false
      from generate_series(0, 23) as i
     cross join lateral (select (v_last.to_day + 1 + make_interval(months => i * v_months))::date as begins,
                                (v_last.to_day + 1 + make_interval(months => (i + 1) * v_months))::date - 1 as ends) as n
     where n.ends <= p_to;
end $$;
comment on function private.returns_to_file is
  'The returns that are left to file when days up to p_to are closed: filed ones whose figures changed since (is_changed), and periods after the last filed return, as
long as that one, that are over (24 at most). None where nothing was ever filed, or where the last return was not of whole months. For functions that asked for the right.';

create function private.file_vat_return(p_id uuid, p_from date, p_to date) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept public.vat_returns;
begin
  perform private.must_see_both_sides();
  perform private.must('payments', 'edit', 'save returns as filed');
  perform private.refuse_long_period(p_from, p_to);
  perform pg_advisory_xact_lock(hashtextextended('vat_returns', 0));
  select * into v_kept from public.vat_returns r where r.id = p_id;
  if found then
    perform private.must_be_same((v_kept.from_day, v_kept.to_day) = (p_from, p_to), 'return');
    return p_id;
  elsif p_to >= private.company_today() then
    perform private.refuse('22023', 'Only days that are over can be saved as filed');
  end if;
  v_kept := private.filed_return(p_from, p_to);
  if v_kept.id is not null and not exists (select from private.vat_changes(v_kept)) and not exists (select from private.vat_paper_changes(v_kept)) then
    perform private.refuse('PT409', 'These days are saved as filed, and nothing changed since');
  end if;
  insert into public.vat_returns (id, from_day, to_day, figures, created_by)
  select p_id, p_from, p_to, coalesce(jsonb_agg(jsonb_build_object('box', f.box, 'name', f.name, 'net', private.amount_text(f.net), 'vat', private.amount_text(f.vat))
           order by f.box is null, length(f.box), f.box, f.name), '[]'), auth.uid()
    from private.vat_figures(p_from, p_to) as f;
  insert into public.vat_return_papers (vat_return_id, side, rate, kind, record_id, label, net, vat)
  select p_id, p.side, p.rate, p.kind, p.record_id, left(p.label, 3000), p.net, p.vat from private.vat_papers(p_from, p_to) as p;
  return p_id;
end $$;
comment on function private.file_vat_return is
  'Keeps the figures of the return of these days with their papers, as they are now. p_id: chosen by the caller, so that a repeated call files once. A second
one of the same days takes the place of the first, which stays. Returns the id.';
call private.offer('private.file_vat_return(uuid, date, date)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger append_only before update or delete on public.vat_returns
  for each row execute function private.refuse_change();
create trigger append_only before update or delete on public.vat_return_papers
  for each row execute function private.refuse_change();
