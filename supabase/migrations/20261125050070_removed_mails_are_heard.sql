-- As every nudge: also of what is removed.
call private.after_each_statement('public.scheduled_emails', 'nudge_statements', 'private.nudge_statement_mails()', '{delete}');
