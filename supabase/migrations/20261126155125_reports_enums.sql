alter type "public"."audit_action" add value 'appealed' after 'returned to pending';
alter type "public"."audit_action" add value 'appeal accepted' after 'appealed';
alter type "public"."audit_action" add value 'appeal declined' after 'appeal accepted';
alter type "public"."email_kind" add value 'report_outcome' after 'returned_to_pending';
alter type "public"."email_kind" add value 'appeal_accepted' after 'report_outcome';
alter type "public"."email_kind" add value 'appeal_declined' after 'appeal_accepted';
alter type "public"."report_reason" add value 'scam' before 'other';
alter type "public"."report_reason" add value 'illegal' before 'other';
alter type "public"."report_reason" add value 'harassment' before 'other';
