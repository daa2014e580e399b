-- An insert asks for its right before any other trigger speaks: BEFORE triggers run before the policy, and their words would
-- tell what it hides. The rights are those that the insert policy of the table asks for whatever the row is.

create or replace function private.ask_first()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  v_needed text;
begin
  foreach v_needed in array tg_argv loop
    if not exists (
      select from unnest(string_to_array(v_needed, '|')) as way where case
        when way = 'role staff' then private.is_staff()
        when way = 'role admin' then private.my_role() = 'admin'
        when way like '%:%' then private.can(split_part(way, ':', 1), split_part(way, ':', 2))
        else private.named(way) end)
    then
      raise insufficient_privilege using message = format('new row violates row-level security policy for table "%s"', tg_table_name);
    end if;
  end loop;
  return null;
end $function$;

revoke execute on function private.ask_first from public;
comment on function private.ask_first is 'Refuses an insert of whoever lacks a right that every new row of the table needs, with the words of the policy and before any trigger of a row. Arguments: page:action of private.can, a name of private.named, "role staff" or "role admin"; all of them are needed, of those between | any.';

create trigger ask_first before insert on public.banners for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_website');
create trigger ask_first before insert on public.bit_types for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('create_bit_types|manage_bit_types');
create trigger ask_first before insert on public.blog_posts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_website');
create trigger ask_first before insert on public.booking_closures for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_bookings');
create trigger ask_first before insert on public.booking_hours for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_bookings');
create trigger ask_first before insert on public.booking_types for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_bookings');
create trigger ask_first before insert on public.brands for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('create_brands|manage_brands');
create trigger ask_first before insert on public.cnc_parameters for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_cnc_parameters');
create trigger ask_first before insert on public.commission_rules for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_wage_rates');
create trigger ask_first before insert on public.contact_bank_accounts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:edit');
-- An import of whoever may add contacts inserts no note where the file holds none; the policy asks for contacts:edit.
create trigger ask_first before insert on public.contact_notes for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:create|contacts:edit');
create trigger ask_first before insert on public.contact_relations for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:edit');
create trigger ask_first before insert on public.contact_types for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_contact_types');
create trigger ask_first before insert on public.contract_hours for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_shifts');
create trigger ask_first before insert on public.credit_applications for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:edit');
create trigger ask_first before insert on public.deliveries for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('deliveries:create');
create trigger ask_first before insert on public.distinct_contacts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:edit');
create trigger ask_first before insert on public.eco_solvent_parameters for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_cnc_parameters');
create trigger ask_first before insert on public.email_templates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('email-templates:create');
create trigger ask_first before insert on public.human_service_parameters for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'markup-demo:edit');
create trigger ask_first before insert on public.inks for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'manage_cnc_parameters');
create trigger ask_first before insert on public.internal_notes for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');
create trigger ask_first before insert on public.inventory_groups for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('inventory:create');
create trigger ask_first before insert on public.inventory_item_costs for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'inventory:edit');
create trigger ask_first before insert on public.inventory_items for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('inventory:create');
create trigger ask_first before insert on public.invoice_items for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('invoices:edit');
create trigger ask_first before insert on public.item_categories for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('types:create');
create trigger ask_first before insert on public.item_suppliers for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('inventory:edit');
create trigger ask_first before insert on public.item_types for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('types:create');
create trigger ask_first before insert on public.job_step_templates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:create');
create trigger ask_first before insert on public.job_steps for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:edit|jobs:edit');
create trigger ask_first before insert on public.jobs for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('jobs:create');
create trigger ask_first before insert on public.laser_parameters for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_cnc_parameters');
create trigger ask_first before insert on public.locations for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('locations:create');
create trigger ask_first before insert on public.machine_prices for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_cnc_pricing', 'manage_cnc_parameters');
create trigger ask_first before insert on public.manufactured_products for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create');
create trigger ask_first before insert on public.margin_floors for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'markup-demo:create');
create trigger ask_first before insert on public.markup_bands for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create', 'view_financial_data');
create trigger ask_first before insert on public.material_types for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('create_material_types|manage_material_types');
create trigger ask_first before insert on public.notifications for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');
create trigger ask_first before insert on public.page_permissions for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_permissions');
create trigger ask_first before insert on public.panel_parts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:edit|jobs:edit');
create trigger ask_first before insert on public.panel_photos for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:edit|jobs:edit');
create trigger ask_first before insert on public.partial_deliveries for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('deliveries:create');
create trigger ask_first before insert on public.permissions for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');
create trigger ask_first before insert on public.pricing_ranges for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('create_pricing_ranges|manage_pricing_ranges');
create trigger ask_first before insert on public.product_options for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create');
create trigger ask_first before insert on public.product_parts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create');
create trigger ask_first before insert on public.product_pictures for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create');
create trigger ask_first before insert on public.purchase_order_line_costs for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'inventory:edit');
create trigger ask_first before insert on public.purchase_order_lines for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('inventory:edit');
create trigger ask_first before insert on public.quotation_item_costs for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'quotations:edit');
create trigger ask_first before insert on public.quotation_items for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('quotations:edit');
create trigger ask_first before insert on public.quotation_terms for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');
create trigger ask_first before insert on public.quotations for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('quotations:create');
create trigger ask_first before insert on public.recurring_payments for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('payments:create', 'invoices:create|supplier-invoices:edit');
create trigger ask_first before insert on public.reviews for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_website');
create trigger ask_first before insert on public.role_permissions for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');
create trigger ask_first before insert on public.running_costs for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'markup-demo:edit');
create trigger ask_first before insert on public.saved_views for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');
create trigger ask_first before insert on public.service_parameters for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_cnc_parameters');
create trigger ask_first before insert on public.services for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('markup-demo:create');
create trigger ask_first before insert on public.shift_templates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_shifts');
create trigger ask_first before insert on public.shifts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_shifts');
create trigger ask_first before insert on public.supplier_invoice_items for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('supplier-invoices:create');
create trigger ask_first before insert on public.supplier_invoices for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('supplier-invoices:create');
create trigger ask_first before insert on public.system_notes for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('system-notes:create');
create trigger ask_first before insert on public.task_comments for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');
create trigger ask_first before insert on public.task_ready for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');
create trigger ask_first before insert on public.task_reply_notifications for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');
create trigger ask_first before insert on public.tasks for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('tasks:create');
create trigger ask_first before insert on public.time_entries for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');
create trigger ask_first before insert on public.travel_zones for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'markup-demo:edit');
create trigger ask_first before insert on public.vans for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('deliveries:create');
create trigger ask_first before insert on public.variant_colors for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('create_variant_colors|manage_variant_colors');
create trigger ask_first before insert on public.vat_rates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');
create trigger ask_first before insert on public.wage_rates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_wage_rates');
create trigger ask_first before insert on public.website_metadata_settings for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');
create trigger ask_first before insert on public.work_centre_closures for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:create');
create trigger ask_first before insert on public.work_centres for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('production:create');
