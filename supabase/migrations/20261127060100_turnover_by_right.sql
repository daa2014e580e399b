-- Turnover is money: the sums of orders are for people who see the prices of quotations or the invoices. The orders page
-- alone shows the work of an order.
CREATE FUNCTION private.sees_money()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_server() or private.can('quotations', 'view') or private.can('invoices', 'view')
    or private.named('view_financial_data')
$function$;
comment on function private.sees_money() is 'May the caller see the sums of what is sold? People who only see the work of orders may not.';
revoke execute on function private.sees_money() from public;
grant execute on function private.sees_money() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.analytics_parts()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(part order by place), '{}')
    from (values
      (1, 'sales', private.can('orders', 'view') and private.sees_money()),
      (2, 'services', private.can('orders', 'view') and private.sees_money()),
      (3, 'sellers', private.can('orders', 'view') and private.sees_money()),
      (4, 'margin', private.can('orders', 'view') and private.can('quotations', 'view') and private.named('view_financial_data')),
      (5, 'quotes', private.can('quotations', 'view')), (6, 'winners', private.can('quotations', 'view')),
      (7, 'late', private.can('jobs', 'view')),
      (8, 'labour', private.can('jobs', 'view') and (private.named('manage_time_tracking') or private.named('access_staff_activities'))),
      (9, 'to_invoice', private.can('invoices', 'view')), (10, 'receivables', private.can('statements', 'view')),
      (11, 'cash', private.can('invoices', 'view')), (12, 'vat', private.can('invoices', 'view'))
    ) as known (place, part, mine)
   where private.is_server() or mine
$function$;
