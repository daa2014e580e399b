set check_function_bodies = off;

create or replace function private.export_payment_run(p_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'export payments');
begin
  if v_run.status = 'approved' then
    update public.payment_runs
       set status = 'exported', exported_at = now(), exported_by = auth.uid(), message_id = format('%s-%s', run_number, upper(left(md5(id::text), 8)))
     where id = p_id returning * into v_run;
    perform private.log_event('payment_run', p_id, 'exported');
  elsif v_run.status in ('exported', 'paid') then
    perform private.log_event('payment_run', p_id, 'exported_again');
  else
    perform private.refuse('PT409', case v_run.status when 'prepared' then 'A second person approves these payments before they are exported'
      else 'This payment run is cancelled' end);
  end if;
  return jsonb_build_object('number', v_run.run_number, 'message_id', v_run.message_id, 'created_at', private.local_moment(v_run.exported_at), 'pay_on', v_run.pay_on,
    'total', private.amount_text(v_run.total), 'count', v_run.payments,
    'debtor', (select jsonb_build_object('name', v_run.debtor_name, 'iban', v_run.debtor_iban, 'bic', v_run.debtor_bic, 'city', s.city, 'country', s.country)
      from public.company_settings s),
    'payments', (select jsonb_agg(jsonb_build_object('end_to_end_id', i.end_to_end_id, 'amount', private.amount_text(i.amount), 'creditor', i.creditor,
        'iban', i.iban, 'bic', i.bic, 'reference', i.reference, 'city', c.city, 'country', c.country) order by i.end_to_end_id)
      from public.payment_run_items i join public.contacts c on c.id = i.supplier_id where i.payment_run_id = p_id));
end $$;

create or replace function private.local_moment(p_at timestamptz) returns text
  language sql stable security definer set search_path = ''
as $$
  select to_char(here.at, 'YYYY-MM-DD"T"HH24:MI:SS') || case when here.minutes < 0 then '-' else '+' end
           || to_char(make_interval(mins => abs(here.minutes)), 'HH24:MI')
    from (select p_at at time zone private.company_zone() as at,
                 (extract(epoch from (p_at at time zone private.company_zone()) - (p_at at time zone 'UTC')) / 60)::integer as minutes) as here
$$;

revoke execute on all routines in schema private from public;

comment on function private.local_moment(timestamp with time zone) is 'A moment where the company is, with its offset, for files: 2026-11-24T23:40:00+01:00.';

reset check_function_bodies;
