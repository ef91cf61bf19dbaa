-- A value can be used only after the transaction that adds it.
alter type "public"."audit_action" add value 'fell asleep' after 'appeal declined';
alter type "public"."audit_action" add value 'woke up' after 'fell asleep';
alter type "public"."email_kind" add value 'still_active' after 'appeal_declined';
alter type "public"."email_kind" add value 'falling_asleep' after 'still_active';
