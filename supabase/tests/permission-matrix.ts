/** The columns of the matrix, in this order. */
export const actors = [
  'visitor',
  'pending',
  'client',
  'team_member',
  'sales',
  'accounts',
  'account_manager',
  'admin',
] as const
export type Actor = (typeof actors)[number]
export type Cells = Record<Actor, string>

/**
 * The rights on each row, by default rights: S select, I insert, U update, D delete, `-` none. `cases/` holds how each
 * is tried; a right that is not granted here must be refused.
 */
// oxfmt-ignore
export const permissionMatrix = {
  //                                           visitor  pending  client   team     sales    accounts manager  admin
  'public.user_roles': {
    'my own':                                  '-        S        S        S        S        S        S        S   ',
    'my own, before I have one':               '-        I        I        I        I        I        I        I   ',
    "a colleague's":                           '-        -        -        S        S        S        S        SIUD',
  },
  'public.page_permissions': {
    'of my role':                              '-        S        S        S        S        S        S        SIUD',
    'of another role':                         '-        -        -        -        -        -        -        SIUD',
  },
  'public.permissions': {
    any:                                       '-        -        -        S        S        S        S        SIUD',
  },
  'public.role_permissions': {
    'of my role':                              '-        -        -        S        S        S        S        SIUD',
    'of newcomers':                            '-        -        -        -        -        -        -        SIUD',
  },
  'public.audit_logs': {
    any:                                       '-        -        -        -        -        -        -        S   ',
  },
  'public.contacts': {
    'my own':                                  '-        S        -        S        SU       SU       SUD      SUD ',
    'my own, before I have one':               '-        I        I        I        I        I        I        I   ',
    "another client's":                        '-        -        -        S        S        S        SD       SUD ',
    'of a business without an account':        '-        -        -        S        SIU      SU       SIUD     SIUD',
  },
  'public.contact_types': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.contact_relations': {
    any:                                       '-        -        -        S        SIUD     SIUD     SIUD     SIUD',
  },
  'public.contact_bank_accounts': {
    any:                                       '-        -        -        -        SIU      SIU      SIUD     SIUD',
  },
  'public.contact_notes': {
    mine:                                      '-        -        -        S        SIUD     SIUD     SIUD     SIUD',
    "a colleague's":                           '-        -        -        S        S        S        S        S   ',
  },
  'public.merged_contacts': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.distinct_contacts': {
    any:                                       '-        -        -        S        SID      SID      SID      SID ',
    'in the name of a colleague':              '-        -        -        S        SD       SD       SD       SD  ',
  },
  'public.contact_imports': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.contact_import_rows': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.book_imports': {
    'of a price list':                         '-        -        -        -        -        -        S        S   ',
  },
  'public.book_import_rows': {
    'of a price list':                         '-        -        -        -        -        -        S        S   ',
  },
  'public.credit_applications': {
    'a draft':                                 '-        -        -        -        SIU      SIU      SIU      SIU ',
    'waiting for a decision':                  '-        -        -        -        S        S        S        S   ',
  },
  'public.credit_application_events': {
    any:                                       '-        -        -        -        S        S        S        S   ',
  },
  'public.locations': {
    any:                                       '-        -        -        S        SIU      S        SIUD     SIUD',
  },
  'public.quotations': {
    "of the client's own contact":             '-        -        -        -        SIU      S        SIU      SIU ',
    "of another client's contact":             '-        -        -        -        SIU      S        SIU      SIU ',
    'still a draft':                           '-        -        -        -        SU       S        SUD      SUD ',
  },
  'public.jobs': {
    any:                                       '-        -        -        SU       SIU      S        SIUD     SIUD',
  },
  'public.deliveries': {
    "of the client's own contact":             '-        -        -        SIU      S        S        SIUD     SIUD',
    "of another client's contact":             '-        -        -        SIU      S        S        SIUD     SIUD',
  },
  'public.partial_deliveries': {
    "of the client's own delivery":            '-        -        -        SIU      S        S        SIUD     SIUD',
    "of another client's delivery":            '-        -        -        SIU      S        S        SIUD     SIUD',
  },
  'public.vans': {
    any:                                       '-        -        -        SIU      S        S        SIUD     SIUD',
  },
  'public.van_days': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.vat_rates': {
    any:                                       '-        -        -        S        S        S        S        SIUD',
  },
  'public.tax_places': {
    any:                                       '-        -        -        S        S        S        S        SIUD',
  },
  'public.exemption_certificates': {
    any:                                       '-        -        -        S        S        SIU      SIU      SIUD',
  },
  'public.services': {
    any:                                       '-        -        -        S        S        S        SIU      SIUD',
  },
  'public.work_centres': {
    any:                                       '-        -        -        SIU      S        S        SIU      SIUD',
  },
  'public.sample_records': {
    any:                                       '-        -        -        -        -        -        -        S   ',
  },
  'public.work_centre_closures': {
    any:                                       '-        -        -        SIUD     S        S        SIUD     SIUD',
  },
  'public.job_step_templates': {
    any:                                       '-        -        -        SIUD     S        S        SIUD     SIUD',
  },
  'public.item_categories': {
    any:                                       '-        -        -        S        S        S        SIU      SIUD',
  },
  'public.item_types': {
    any:                                       '-        -        -        S        S        S        SIU      SIUD',
  },
  'public.brands': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.material_types': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.variant_colors': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.bit_types': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.pricing_ranges': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.inventory_items': {
    any:                                       '-        -        -        SU       S        S        SIU      SIUD',
  },
  'public.inventory_item_costs': {
    any:                                       '-        -        -        -        -        S        SIUD     SIUD',
  },
  'public.inventory_groups': {
    any:                                       '-        -        -        SU       S        S        SIU      SIUD',
  },
  'public.item_photos': {
    any:                                       '-        -        -        SD       S        S        SD       SD  ',
  },
  'public.item_suppliers': {
    any:                                       '-        -        -        SIUD     S        S        SIUD     SIUD',
  },
  'public.purchase_orders': {
    any:                                       '-        -        -        SU       S        S        SU       SU  ',
  },
  'public.purchase_order_lines': {
    'of a draft':                              '-        -        -        SIUD     S        S        SIUD     SIUD',
    'of one that was sent':                    '-        -        -        S        S        S        S        S   ',
  },
  'public.purchase_order_line_costs': {
    'of a draft':                              '-        -        -        -        -        S        SIU      SIU ',
  },
  'public.purchase_receipts': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.stock_movements': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.stock_movement_costs': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.stock_offcuts': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.job_materials': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.job_checks': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.job_files': {
    mine:                                      '-        -        -        SD       SD       S        SD       SD  ',
    "a colleague's":                           '-        -        -        S        S        S        SD       SD  ',
  },
  'public.commission_rules': {
    any:                                       '-        -        -        -        -        SIUD     S        SIUD',
  },
  'public.designer_commissions': {
    "a colleague's":                           '-        -        -        -        -        S        S        S   ',
    mine:                                      '-        -        -        S        S        S        S        S   ',
  },
  'public.markup_bands': {
    any:                                       '-        -        -        -        -        -        SIU      SIUD',
  },
  'public.wage_rates': {
    "a colleague's":                           '-        -        -        -        -        SIUD     -        SIUD',
  },
  'public.service_parameters': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.cnc_parameters': {
    any:                                       '-        -        -        S        S        -        SIUD     SIUD',
  },
  'public.laser_parameters': {
    any:                                       '-        -        -        S        S        -        SIUD     SIUD',
  },
  'public.eco_solvent_parameters': {
    any:                                       '-        -        -        S        S        -        SIUD     SIUD',
  },
  'public.machine_prices': {
    any:                                       '-        -        -        -        S        -        SIUD     SIUD',
  },
  'public.human_service_parameters': {
    any:                                       '-        -        -        -        -        S        SIUD     SIUD',
  },
  'public.running_costs': {
    any:                                       '-        -        -        -        -        S        SIUD     SIUD',
  },
  'public.travel_zones': {
    any:                                       '-        -        -        -        S        S        SIUD     SIUD',
  },
  'public.inks': {
    any:                                       '-        -        -        -        -        S        SIUD     SIUD',
  },
  'public.price_calculations': {
    mine:                                      '-        -        -        -        SD       S        SD       SD  ',
    "a colleague's":                           '-        -        -        -        S        S        SD       SD  ',
  },
  'public.price_calculation_costs': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.manufactured_products': {
    any:                                       '-        -        -        S        S        S        SIU      SIUD',
  },
  'public.product_options': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.product_parts': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.product_pictures': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.page_visits': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.design_briefs': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.visitor_requests': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.design_brief_pictures': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.blog_posts': {
    any:                                       '-        -        -        S        SIUD     S        SIUD     SIUD',
  },
  'public.reviews': {
    any:                                       '-        -        -        S        SIUD     S        SIUD     SIUD',
  },
  'public.banners': {
    any:                                       '-        -        -        S        SIUD     S        SIUD     SIUD',
  },
  'public.site_pages': {
    any:                                       '-        -        -        S        SU       S        SU       SU  ',
  },
  'public.site_versions': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.site_photos': {
    any:                                       '-        -        -        S        SUD      S        SUD      SUD ',
  },
  'public.text_translations': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.policy_texts': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.booking_types': {
    any:                                       '-        -        -        S        SIUD     S        SIUD     SIUD',
  },
  'public.booking_hours': {
    any:                                       '-        -        -        S        SIUD     S        SIUD     SIUD',
  },
  'public.booking_closures': {
    any:                                       '-        -        -        S        SIUD     S        SIUD     SIUD',
  },
  'public.bookings': {
    any:                                       '-        -        -        S        S        S        S        S   ',
  },
  'public.shifts': {
    "a colleague's":                           '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.shift_templates': {
    any:                                       '-        -        -        S        S        S        SIUD     SIUD',
  },
  'public.absences': {
    mine:                                      '-        -        -        S        S        S        S        S   ',
    "a colleague's, approved":                 '-        -        -        S        S        S        S        S   ',
    "a colleague's, requested":                '-        -        -        -        -        -        S        S   ',
  },
  'public.absence_details': {
    mine:                                      '-        -        -        S        S        S        S        S   ',
    "a colleague's, approved":                 '-        -        -        -        -        -        S        S   ',
  },
  'public.contract_hours': {
    mine:                                      '-        -        -        S        S        S        S        S   ',
    "a colleague's":                           '-        -        -        -        -        -        SIUD     SIUD',
  },
  'public.quotation_items': {
    "of the client's own quotation":           '-        -        -        -        S        S        S        S   ',
    'of a draft':                              '-        -        -        -        SIUD     S        SIUD     SIUD',
  },
  'public.quotation_item_costs': {
    'of a draft':                              '-        -        -        -        -        S        SIUD     SIUD',
  },
  'public.quotation_versions': {
    "of the client's own quotation":           '-        -        -        -        S        S        S        S   ',
  },
  'public.quotation_visits': {
    'of a quotation':                          '-        -        -        -        S        S        S        S   ',
  },
  'public.quotation_losses': {
    'of a quotation':                          '-        -        -        -        S        S        S        S   ',
  },
  'public.margin_floors': {
    any:                                       '-        -        -        -        -        S        SIU      SIUD',
  },
  'public.margin_approvals': {
    'of a draft':                              '-        -        -        -        S        S        S        S   ',
  },
  'public.quotation_terms': {
    any:                                       '-        -        -        S        S        S        S        SIUD',
  },
  'public.document_events': {
    'of a quotation':                          '-        -        -        -        S        S        S        S   ',
  },
  'public.internal_notes': {
    'of a quotation':                          '-        -        -        -        SIUD     S        SIUD     SIUD',
  },
  'public.document_signatures': {
    'of a quotation':                          '-        -        -        -        S        S        S        S   ',
  },
  'public.orders': {
    "of the client's own contact":             '-        -        -        S        SU       S        SU       SU  ',
    "of another client's contact":             '-        -        -        S        SU       S        SU       SU  ',
  },
  'public.order_items': {
    "of the client's own order":               '-        -        -        S        S        S        S        S   ',
  },
  'public.job_steps': {
    'of a job':                                '-        -        -        SIU      SIUD     S        SIUD     SIUD',
  },
  'public.mockups': {
    'of a job':                                '-        -        -        S        S        S        S        S   ',
  },
  'public.mockup_pages': {
    'of a job':                                '-        -        -        S        S        S        S        S   ',
  },
  'public.mockup_comments': {
    'of a job':                                '-        -        -        S        S        S        S        S   ',
  },
  'public.mockup_answers': {
    'of a job':                                '-        -        -        S        S        S        S        S   ',
  },
  'public.panels': {
    'of a job':                                '-        -        -        SUD      SUD      S        SUD      SUD ',
  },
  'public.panel_parts': {
    'of a panel':                              '-        -        -        SIUD     SIUD     S        SIUD     SIUD',
  },
  'public.panel_photos': {
    mine:                                      '-        -        -        SID      SID      SD       SID      SID ',
    "a colleague's":                           '-        -        -        S        S        S        S        S   ',
  },
  'public.delivery_items': {
    "of the client's own delivery":            '-        -        -        S        S        S        S        S   ',
  },
  'public.partial_delivery_items': {
    "of the client's own drop":                '-        -        -        S        S        S        S        S   ',
  },
  'public.invoices': {
    "a draft of the client's own contact":     '-        -        -        -        S        SUD      SUD      SUD ',
    "an issued one of the client's own contact":'-        -        -        -        S        SU       SU       SU  ',
  },
  'public.invoice_items': {
    'of a draft':                              '-        -        -        -        S        SIUD     SIUD     SIUD',
    "of an issued one of the client's own contact":'-        -        -        -        S        S        S        S   ',
  },
  'public.invoice_vat': {
    "of an issued one of the client's own contact":'-        -        -        -        S        S        S        S   ',
  },
  'public.credit_notes': {
    "a draft of the client's own contact":     '-        -        -        -        S        SUD      SUD      SUD ',
    "an issued one of the client's own contact":'-        -        -        -        S        SU       SU       SU  ',
  },
  'public.credit_note_items': {
    "of an issued one of the client's own contact":'-        -        -        -        S        S        S        S   ',
  },
  'public.credit_note_vat': {
    "of an issued one of the client's own contact":'-        -        -        -        S        S        S        S   ',
  },
  'public.credit_allocations': {
    "of the client's own credit note":         '-        -        -        -        S        S        S        S   ',
  },
  'public.payment_requests': {
    "of the client's own contact":             '-        -        -        -        S        S        S        S   ',
    "of the client's own quotation":           '-        -        -        -        S        S        S        S   ',
  },
  'public.payments': {
    "of the client's own contact":             '-        -        -        -        -        SU       S        SU  ',
  },
  'public.payment_allocations': {
    "of the client's own payment":             '-        -        -        -        -        S        S        S   ',
  },
  'public.kept_deposits': {
    "of the client's own payment":             '-        -        -        -        -        S        S        S   ',
  },
  'public.payment_refunds': {
    "of the client's own payment":             '-        -        -        -        -        S        S        S   ',
  },
  'public.statements': {
    "of the client's own contact":             '-        -        -        -        S        SU       SU       SU  ',
  },
  'public.supplier_invoices': {
    any:                                       '-        -        -        -        -        SIU      S        SIU ',
  },
  'public.supplier_invoice_items': {
    any:                                       '-        -        -        -        -        SIUD     S        SIUD',
  },
  'public.cost_accounts': {
    any:                                       '-        -        -        -        -        SIUD     S        SIUD',
  },
  'public.ledger_accounts': {
    any:                                       '-        -        -        -        -        SIUD     S        SIUD',
  },
  'public.account_rules': {
    any:                                       '-        -        -        -        -        SIUD     S        SIUD',
  },
  'public.exchange_rates': {
    any:                                       '-        -        -        S        S        SIUD     SIUD     SIUD',
  },
  'public.hand_over_settings': {
    any:                                       '-        -        -        -        -        SU       S        SU  ',
  },
  'public.personal_accounts': {
    any:                                       '-        -        -        -        -        SIUD     S        SIUD',
  },
  'public.hand_overs': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.hand_over_entries': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.moved_accounts': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.book_entries': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.book_entry_lines': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.fixed_assets': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.fixed_asset_lives': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.supplier_payments': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.supplier_discount_vat': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.refund_requests': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.write_offs': {
    any:                                       '-        -        -        -        S        S        S        S   ',
  },
  'public.cash_discounts': {
    any:                                       '-        -        -        -        S        S        S        S   ',
  },
  'public.cash_discount_vat': {
    any:                                       '-        -        -        -        S        S        S        S   ',
  },
  'public.vat_returns': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.vat_return_papers': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.book_closings': {
    any:                                       '-        -        -        -        S        S        S        S   ',
  },
  'public.statement_runs': {
    any:                                       '-        -        -        -        S        S        S        S   ',
  },
  'public.statement_run_clients': {
    any:                                       '-        -        -        -        S        S        S        S   ',
  },
  'public.bank_imports': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.bank_entries': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.bank_entry_payouts': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.bank_bookings': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.cash_counts': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.network_settings': {
    'the only one':                            '-        -        -        S        S        S        S        SU  ',
  },
  'public.electronic_receivers': {
    any:                                       '-        -        -        S        SIUD     SIUD     SIUD     SIUD',
  },
  'public.network_papers': {
    any:                                       '-        -        -        -        S        S        S        S   ',
  },
  'public.network_receipts': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.bank_rules': {
    any:                                       '-        -        -        -        -        SD       S        SD  ',
  },
  'public.payment_runs': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.payment_run_items': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.recurring_payments': {
    any:                                       '-        -        -        -        -        SIU      S        SIU ',
  },
  'public.recurring_periods': {
    any:                                       '-        -        -        -        -        S        S        S   ',
  },
  'public.email_templates': {
    'that everybody starts with':              '-        -        -        -        S        SU       SIU      SIU ',
    'that somebody added':                     '-        -        -        -        S        SU       SIU      SIUD',
  },
  'public.email_template_versions': {
    any:                                       '-        -        -        -        S        S        S        S   ',
  },
  'public.scheduled_emails': {
    'of a quotation':                          '-        -        -        -        S        S        S        S   ',
    'of a delivery':                           '-        -        -        S        S        S        S        S   ',
    'of no document':                          '-        -        -        -        S        S        S        S   ',
  },
  'public.tasks': {
    'mine and private':                        '-        -        -        SIUD     SIUD     SIUD     SIUD     SIUD',
    "a colleague's, shared with others":       '-        -        -        SU       SU       SU       SU       SUD ',
    "a colleague's, shared with me":           '-        -        -        SU       SU       SU       SU       SUD ',
    "a colleague's, private":                  '-        -        -        -        -        -        -        -   ',
    'due date and reminder of mine':           '-        -        -        SIUD     SIUD     SIUD     SIUD     SIUD',
    "due date of a colleague's, shared":       '-        -        -        SU       SU       SU       SU       SUD ',
    "due date of a colleague's, private":      '-        -        -        -        -        -        -        -   ',
  },
  'public.task_presets': {
    mine:                                      '-        -        -        SIUD     SIUD     SIUD     SIUD     SIUD',
    "a colleague's, for all":                  '-        -        -        SUD      SUD      SUD      SUD      SUD ',
    "a colleague's, that comes again for them alone": '-        -        -        -        -        -        -        -   ',
  },
  'private.task_preset_days': {
    any:                                       '-        -        -        -        -        -        -        -   ',
  },
  'private.task_reminders': {
    mine:                                      '-        -        -        -        -        -        -        -   ',
  },
  'private.task_words': {
    any:                                       '-        -        -        -        -        -        -        -   ',
  },
  'private.deleted_tasks': {
    mine:                                      '-        -        -        -        -        -        -        -   ',
  },
  'private.swept_files': {
    any:                                       '-        -        -        -        -        -        -        -   ',
  },
  'public.task_comments': {
    'on a shared task':                        '-        -        -        SI       SI       SI       SI       SI  ',
    'of mine on a shared task':                '-        -        -        SUD      SUD      SUD      SUD      SUD ',
    "on a colleague's private task":           '-        -        -        -        -        -        -        -   ',
  },
  'public.task_mutes': {
    'mine on a shared task':                   '-        -        -        SID      SID      SID      SID      SID ',
    "a colleague's":                           '-        -        -        -        -        -        -        -   ',
  },
  'public.task_ready': {
    'mine on a task of mine':                  '-        -        -        SIU      SIU      SIU      SIU      SIU ',
    "a colleague's":                           '-        -        -        S        S        S        S        S   ',
  },
  'public.notifications': {
    mine:                                      '-        SU       SU       SU       SU       SU       SU       SU  ',
    "an assignee's of my task":                '-        -        -        I        I        I        I        I   ',
  },
  'public.task_reply_notifications': {
    mine:                                      '-        SU       SU       SU       SU       SU       SU       SU  ',
    "the creator's, about my comment":         '-        -        -        I        I        I        I        I   ',
  },
  'public.mockup_notifications': {
    mine:                                      '-        SU       SU       SU       SU       SU       SU       SU  ',
    "a colleague's":                           '-        -        -        -        -        -        -        -   ',
  },
  'public.delivery_notifications': {
    mine:                                      '-        SU       SU       SU       SU       SU       SU       SU  ',
    "a colleague's":                           '-        -        -        -        -        -        -        -   ',
  },
  'public.partial_delivery_notifications': {
    mine:                                      '-        SU       SU       SU       SU       SU       SU       SU  ',
    "a colleague's":                           '-        -        -        -        -        -        -        -   ',
  },
  'public.time_entries': {
    'mine, running':                           '-        -        -        SIU      SIU      SIU      SIU      SIUD',
    'mine, completed':                         '-        -        -        S        S        S        S        SD  ',
    "a colleague's":                           '-        -        -        -        -        -        S        SD  ',
  },
  'public.time_corrections': {
    mine:                                      '-        -        -        S        S        S        S        S   ',
    "a colleague's":                           '-        -        -        -        -        -        S        S   ',
  },
  'public.website_metadata_settings': {
    any:                                       'S        S        S        S        S        S        S        SIUD',
  },
  'public.company_settings': {
    'the only one':                            '-        -        -        S        S        S        S        SU  ',
  },
  'public.sign_in_settings': {
    'the only one':                            '-        -        -        S        S        S        S        SU  ',
  },
  'public.system_notes': {
    mine:                                      '-        -        -        S        S        S        SIU      SIUD',
    "a colleague's":                           '-        -        -        S        S        S        SU       SUD ',
  },
  'public.push_devices': {
    mine:                                      '-        SD       SD       SD       SD       SD       SD       SD  ',
    "a colleague's":                           '-        -        -        -        -        -        -        -   ',
  },
  'public.push_choices': {
    mine:                                      '-        S        S        SIU      SIU      SIU      SIU      SIU ',
    "a colleague's":                           '-        -        -        -        -        -        -        -   ',
  },
  'public.day_places': {
    mine:                                      '-        -        -        SID      SID      SID      SID      SID ',
    "a colleague's":                           '-        -        -        -        -        -        -        -   ',
  },
  'public.saved_views': {
    mine:                                      '-        -        -        SIUD     SIUD     SIUD     SIUD     SIUD',
    "a colleague's":                           '-        -        -        -        -        -        -        -   ',
    "a colleague's, shared":                   '-        -        -        S        S        S        S        S   ',
  },
  'storage.objects': {
    'a page of a mockup':                      '-        -        -        SI       SI       S        SI       SI  ',
    'my file of a mockup that was never made': '-        -        -        SD       SD       S        SD       SD  ',
    'a picture of a line':                     '-        -        -        S        SI       S        SI       SI  ',
    'my file that no job names':               '-        -        -        SID      SID      S        SID      SID ',
    'a photo of an item':                      '-        -        -        SID      S        S        SID      SID ',
    'a photograph of the site':                '-        -        -        -        I        -        I        I   ',
    'a photo of a delivery':                   '-        -        -        SI       S        S        SI       SI  ',
    'a photo of a check':                      '-        -        -        SI       SI       S        SI       SI  ',
    'the file of a bill':                      '-        -        -        -        -        SI       S        SI  ',
    'the file of a certificate':               '-        -        -        S        S        SI       SI       SI  ',
    'my photo of a panel':                     '-        -        -        SID      SID      SD       SID      SID ',
    'my file of a task':                       '-        -        -        SI       SI       SI       SI       SI  ',
    'a file on a shared task':                 '-        -        -        S        S        S        S        S   ',
    'a file on a private task of a colleague': '-        -        -        -        -        -        -        -   ',
    'my avatar':                               '-        -        I        I        I        I        I        I   ',
    "somebody else's avatar":                  '-        -        -        -        -        -        -        -   ',
  },
} as const

/** `'- S …'` as `{ visitor: '-', pending: 'S', … }`. */
export function cellsOf(line: string): Cells {
  const [visitor = '', pending = '', client = '', team_member = '', ...others] = line.trim().split(/\s+/)
  const [sales = '', accounts = '', account_manager = '', admin = ''] = others
  return { visitor, pending, client, team_member, sales, accounts, account_manager, admin }
}
