-- How far a run of statements is: a mail in the queue is not sent yet, and of a run that is cancelled only what went out
-- counts. Summed here, so that a run of more clients than a page of rows holds says the truth.

create or replace function private.statement_run_state(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'status', r.status, 'clients', r.clients,
           'waits', count(*) filter (where c.status = 'waits'), 'mailed', count(*) filter (where c.status = 'mailed'),
           'sent', count(*) filter (where c.status = 'mailed' and m.status = 'sent'),
           'queued', count(*) filter (where c.status = 'mailed' and m.status in ('queued', 'sending')),
           'failed', count(*) filter (where c.status = 'failed'), 'cancelled', count(*) filter (where c.status = 'cancelled'))
    from public.statement_runs r left join public.statement_run_clients c on c.run_id = r.id
    -- Somebody may have sent that statement once more: what its latest mail became.
    left join lateral (select e.status from public.scheduled_emails e
                        where c.status = 'mailed' and e.record_kind = 'statement' and e.record_id = c.statement_id
                        order by e.send_at desc, e.id desc limit 1) as m on true
   where r.id = p_id group by r.id
$$;

create function private.statement_run_progress(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('statements', 'view', 'see statements');
  return private.statement_run_state(p_id);
end $$;
comment on function private.statement_run_progress is
  'How far a run of statements is: {id, status, clients, waits, mailed, sent, queued, failed, cancelled}. mailed: the statement is made
and its mail was put into the queue; sent and queued: what became of that mail. Null without such a run.';
call private.offer('private.statement_run_progress(uuid)');

revoke execute on all routines in schema private from public;
