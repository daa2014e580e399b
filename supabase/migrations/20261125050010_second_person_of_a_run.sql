-- Whoever decided about any bank account of a payment run does not approve it. The column of the run knows the last one only.

create or replace function private.approve_payment_run(p_id uuid, p_row_version integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'approve payments');
  v_changed text;
begin
  if v_run.status = 'approved' and v_run.approved_by = auth.uid() then
    return;
  elsif v_run.status <> 'prepared' then
    perform private.refuse('PT409', format('This payment run is %s', v_run.status));
  elsif auth.uid() is null then
    perform private.refuse('42501', 'A person approves payments');
  elsif v_run.prepared_by = auth.uid() then
    perform private.refuse('42501', 'You prepared these payments: a second person approves them');
  elsif exists (
    select from public.document_events e
     where e.kind = 'payment_run' and e.record_id = p_id and e.type = 'account_decided' and e.actor_id = auth.uid())
  then
    perform private.refuse('42501', 'You decided about a bank account of this run: a second person approves it');
  elsif v_run.row_version is distinct from p_row_version then
    perform private.refuse('PT409', 'This payment run changed meanwhile. Please look at it again.');
  end if;
  select i.creditor into v_changed from public.payment_run_items i
   where i.payment_run_id = p_id and i.status = 'open' and i.account_changed_at is not null order by i.creditor limit 1;
  if found then
    perform private.refuse('PT409', format('The bank account of %s changed after these payments were prepared. Please decide which account is paid.', v_changed));
  end if;
  update public.payment_runs set status = 'approved', approved_by = auth.uid(), approved_at = now() where id = p_id;
  perform private.log_event('payment_run', p_id, 'approved');
  perform private.tell_people(array[v_run.prepared_by], format('%s is approved', v_run.run_number), 'The file of the bank can be exported.', 'payment_run', p_id);
end $$;

create or replace function private.payment_approvers(p_run public.payment_runs) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(ur.user_id), '{}')
    from public.user_roles ur left join public.page_permissions pp on pp.role = ur.role and pp.page_name = 'payments'
   where (ur.role = 'admin' or (ur.role not in ('pending', 'client') and pp.can_view and pp.can_edit))
     and ur.user_id is distinct from p_run.prepared_by and not exists (
       select from public.document_events e
        where e.kind = 'payment_run' and e.record_id = p_run.id and e.type = 'account_decided' and e.actor_id = ur.user_id)
$$;

-- A discount is taken by a payment.
alter policy "staff enter invoices of suppliers in their own name" on public.supplier_invoices
  with check ((select private.can('supplier-invoices', 'create')) and created_by = (select auth.uid()) and status = 'received'
    and paid = 0 and discount_taken = 0 and approved_at is null and approved_by is null);

revoke execute on all routines in schema private from public;
