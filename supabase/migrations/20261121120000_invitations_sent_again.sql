-- An invitation that was lost is sent again; the trail says so.

alter table public.audit_logs drop constraint audit_logs_action_is_known;
alter table public.audit_logs add constraint audit_logs_action_is_known check (action in
  ('INSERT', 'UPDATE', 'DELETE', 'invited', 'invited_again', 'deactivated', 'reactivated', 'temporary_password'));
