"""Hostile inputs for everything that shows what people have written."""

ALARM = "alarm"  # what would be called, were any of these to act

HTML = (
    f"<script>{ALARM}(1)</script>",
    f"<img src=x onerror={ALARM}(1)>",
    f"<svg onload={ALARM}(1)>",
    f'"><script>{ALARM}(1)</script>',
    f"' onmouseover='{ALARM}(1)' x='",
    f"</textarea><script>{ALARM}(1)</script>",
    f"</title></script><script>{ALARM}(1)</script>",
    f"<a href=javascript:{ALARM}(1)>x</a>",
    f"<b onclick={ALARM}(1) style=position:fixed>x</b>",
    f"<iframe srcdoc='<script>{ALARM}(1)</script>'></iframe>",
    f"<div hx-get=/account/ hx-trigger=load hx-on:click={ALARM}(1)>x</div>",
    "<style>@import 'x'</style><base href=//evil.example/>",
    f"<meta http-equiv=refresh content=0;url=javascript:{ALARM}(1)>",
    "<!--<script>",
    "<![CDATA[<script>",
)

WIKITEXT = (
    f"[javascript:{ALARM}(1) click]",
    f"[[javascript:{ALARM}(1)|click]]",
    f'[https://example.org" onclick="{ALARM}(1) click]',
    f"[data:text/html,<script>{ALARM}(1)</script> x]",
    "[//evil.example click]",
    f"<nowiki><script>{ALARM}(1)</script></nowiki>",
    f"<pre>\n</pre><script>{ALARM}(1)</script></pre>",
    f"<b <script>{ALARM}(1)</script>>x</b>",
    f"{{|\n|+ <script>{ALARM}(1)</script>\n! <img src=x onerror={ALARM}(1)>\n|-\n| onclick={ALARM}(1) | x\n|}}",
    f"{{{{#tag:script|{ALARM}(1)}}}} {{{{{{1|<script>}}}}}}",
    f"&lt;script&gt;{ALARM}(1)&lt;/script&gt; &#60;script&#62; &#xE000;* &#xE010;script&#xE010; &#xD800; &#0;",
    f"\ue000*\ue001<script>{ALARM}(1)</script>\ue010script\ue010",
    "<ref name='<script>'>x</ref><gallery>x</gallery><math>x</math>",
    "__NOTOC__ ~~~~ #REDIRECT [[x]] [[Category:x]] {{delete}}",
    "'''''x'' y''' '' <i>z''</i>",
    "<b>one\n\ntwo</b>\n* three\n</b>",
    "<table><tr><td><script>x</script></table>",
)

EVERYTHING = HTML + WIKITEXT
