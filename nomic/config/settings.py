"""Django settings, all read from the environment. docs/configuration.md has the table of variables.

The defaults need no server: SQLite, a file broker, a cache in memory, and a folder of `.wiki` files as the wiki.
"""

import logging
import os
import sys
from pathlib import Path
from typing import Any

import environ
import structlog
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from nomic.games import games_in

BASE_DIR = Path(__file__).resolve().parent.parent.parent
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env", overwrite=False)
# A value that begins with $, such as a password, is literal and does not name another variable.
env.escape_proxy = True
env.ENVIRON = {name: value.replace("$", r"\$") for name, value in os.environ.items()}

# Folder for everything on a laptop that is not code: the database, the broker's files, the wiki folder, logs.
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY:
    # A laptop needs no configured secret to start. The file keeps sessions valid over restarts.
    secret_file = VAR_DIR / "secret_key"
    if not secret_file.exists():
        from django.core.management.utils import get_random_secret_key

        VAR_DIR.mkdir(parents=True, exist_ok=True)
        secret_file.write_text(get_random_secret_key())
        secret_file.chmod(0o600)
    SECRET_KEY = secret_file.read_text().strip()
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]", "testserver"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CSRF_FAILURE_VIEW = "nomic.web.auth.expired_forms.csrf_failure"
SITE_URL = env.str("SITE_URL", default=f"http://127.0.0.1:{env.int('PORT', default=8000)}")
HTTPS = env.bool("HTTPS", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0

# Every game is an app. Games are found in the folders beside nomic/ and in an optional folder of the operator's own.
GAMES = games_in(BASE_DIR)
GAMES_DIR = env.str("GAMES_DIR", default="")
if GAMES_DIR:
    sys.path.append(GAMES_DIR)
    GAMES += games_in(Path(GAMES_DIR))

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.discord",
    "allauth.socialaccount.providers.mediawiki",
    "axes",
    "csp",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    # the project's apps, lower layers first
    "nomic.connections",
    "nomic.accounts",
    "nomic.law",
    "nomic.chance",
    "nomic.cycles",
    "nomic.players",
    "nomic.inventory",
    "nomic.clauses",
    "nomic.proposals",
    "nomic.notices",
    "nomic.matches",
    "nomic.trades",
    "nomic.court",
    "nomic.corrections",
    "nomic.comments",
    "nomic.forecast",
    "nomic.wiki",
    "nomic.search",
    "nomic.office",
    "nomic.discord",
    "nomic.api",
    "nomic.web",
    *GAMES,
    # apps that make new ones, and apps that measure all of the above
    "nomic.devtools",
    "nomic.bench",
    "nomic.playtest",
    "nomic.reliability",
]

# A bot's request leaves this list at the dispatcher and continues with BOT_MIDDLEWARE.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "nomic.web.middleware.compression.CompressionMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "nomic.web.middleware.bot_handler.BotDispatchMiddleware",
    "nomic.web.middleware.service_unavailable.UnavailableMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "nomic.web.middleware.view_as.ViewAsMiddleware",
    "nomic.web.middleware.reader_identity.ReaderMiddleware",
    "nomic.web.auth.guests.GuestMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "csp.middleware.CSPMiddleware",
    "nomic.web.middleware.throttling.PageThrottleMiddleware",
    "axes.middleware.AxesMiddleware",
    "nomic.web.middleware.settling.NotCurrentMiddleware",
    "nomic.web.middleware.visits.VisitsMiddleware",
]
BOT_MIDDLEWARE = [  # The API answers these errors itself (`nomic.api.error_responses`).
    "nomic.web.middleware.reader_identity.ReaderMiddleware",
    "nomic.web.middleware.service_unavailable.UnavailableMiddleware",
    "django.middleware.common.CommonMiddleware",
]

# Prometheus metrics at /metrics. The proxy in front must keep them from the public.
METRICS = env.bool("METRICS", default=False)
if METRICS:
    INSTALLED_APPS.append("django_prometheus")
    MIDDLEWARE.insert(0, "django_prometheus.middleware.PrometheusBeforeMiddleware")
    for each in (MIDDLEWARE, BOT_MIDDLEWARE):
        each.append("django_prometheus.middleware.PrometheusAfterMiddleware")

ROOT_URLCONF = "nomic.config.urls"
ASGI_APPLICATION = "nomic.config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
            "builtins": ["nomic.web.templatetags.cached_url"],
        },
    },
]

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'nomic.sqlite3'}")}
# The backends of nomic.db are Django's, with compilers that announce to a unit of work what each statement writes.
DATABASES["default"]["ENGINE"] = DATABASES["default"]["ENGINE"].replace(
    "django.db.backends.", "nomic.db.backends.announcing_"
)
DATABASES["default"]["ATOMIC_REQUESTS"] = False
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # FULL: an acknowledged commit is on the disk. NORMAL may lose the last seconds when the power fails.
    SQLITE_SYNCHRONOUS = env.str("SQLITE_SYNCHRONOUS", default="FULL").upper()
    if SQLITE_SYNCHRONOUS not in ("FULL", "NORMAL", "OFF", "EXTRA"):
        raise ImproperlyConfigured(f"SQLITE_SYNCHRONOUS is FULL, EXTRA, NORMAL or OFF, not {SQLITE_SYNCHRONOUS!r}")
    # Stated, because pytest-django knows Django's own engine only, and would give processes of any other one files.
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}
    DATABASES["default"]["OPTIONS"] = {
        # A writer takes the lock when its transaction begins, so no lock upgrade can deadlock. The row lock of a
        # cycle is then the lock of the file.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS}; PRAGMA foreign_keys=ON;",
    }
else:
    # With PgBouncer's transaction pooling each transaction may get another connection. Whatever outlives a
    # transaction, such as a prepared statement or a server-side cursor, would then be missing.
    pooled = env.bool("DATABASE_POOLED", default=False)
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = pooled
    # PostgreSQL then plans a query once per connection instead of every time, which is half of its work for an act.
    prepare = env.bool("DATABASE_PREPARED_STATEMENTS", default=not pooled)
    DATABASES["default"]["OPTIONS"] = {"server_side_binding": prepare, "prepare_threshold": 3 if prepare else None}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# The number of request threads of a web process. Each thread keeps a connection.
WEB_THREADS = env.int("WEB_THREADS", default=10)
DATABASES["default"]["CONN_MAX_AGE"] = 600
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
# Throttle counters and rendered pages have a cache each. Without Redis the cache in memory holds few pages.
CACHES: dict[str, dict[str, Any]] = {
    name: (
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},  # seconds
        }
        if REDIS_URL
        else {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": name,
            "OPTIONS": {"MAX_ENTRIES": most},
        }
    )
    for name, most in (("default", 10_000), ("made", 60))
}

# People
AUTH_USER_MODEL = "accounts.Person"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_ADAPTER = "nomic.accounts.allauth_adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "nomic.web.auth.login_form.LoginForm",
    "signup": "nomic.web.auth.signup_form.SignupForm",
    "reset_password": "nomic.web.auth.reset_password_form.ResetPasswordForm",
}
# An account works at once, even without a mail server. But nothing is mailed to an unconfirmed address, and no
# response reveals whether an address has an account.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_USERNAME_VALIDATORS = "nomic.accounts.models.USERNAME_VALIDATORS"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
MAIL_BACKEND: str = EMAIL_CONFIG["EMAIL_BACKEND"]  # unless an owner sets a mail server in the office
EMAIL_BACKEND = "nomic.connections.mail_server.mail_backend"
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="nomic@localhost")
SOCIALACCOUNT_ADAPTER = "nomic.accounts.social_login.SocialLoginAdapter"
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, Any]] = {}
if env.str("DISCORD_CLIENT_ID", default=""):
    SOCIALACCOUNT_PROVIDERS["discord"] = {
        "APP": {
            "client_id": env.str("DISCORD_CLIENT_ID"),
            "secret": env.str("DISCORD_CLIENT_SECRET"),
            "key": "",
        }
    }
if env.str("MEDIAWIKI_CLIENT_ID", default=""):
    SOCIALACCOUNT_PROVIDERS["mediawiki"] = {
        "APP": {
            "client_id": env.str("MEDIAWIKI_CLIENT_ID"),
            "secret": env.str("MEDIAWIKI_CLIENT_SECRET"),
            "key": "",
        },
        "REST_API": env.str("MEDIAWIKI_REST_API", default="https://meta.wikimedia.org/w/rest.php"),
    }
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "nomic.accounts.allauth_adapter.login_name"
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# Pages
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = ["nomic.config.formats"]
USE_I18N = False
TIME_ZONE = "UTC"  # R1
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns if it is missing, even when finders serve the files
# Packages of npm for browsers are optional (nomic.devtools.browser_assets).
NPM_FILES = BASE_DIR / "node_modules" / ".served"
STATICFILES_DIRS = [BASE_DIR / "static", *([NPM_FILES] if NPM_FILES.is_dir() else [])]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# Without `collectstatic` files are served from the source folders, uncompressed.
WHITENOISE_USE_FINDERS = DEBUG or not any(STATIC_ROOT.iterdir())
# Files in the source folders can change while they are served. WhiteNoise would send a changed file with its old
# length, and browsers would drop the whole style sheet.
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS
WHITENOISE_ROOT = BASE_DIR / "static" / "root"  # served by name from the root of the site: /favicon.ico
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "EXCLUDE_URL_PREFIXES": ("/api/v1/cycles/",),  # JSON for programs, which loads no subresources
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
        "manifest-src": [SELF],
    },
}

# The API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "nomic.api.authentication.BotTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_THROTTLE_CLASSES": ["nomic.api.throttling.CallerThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["nomic.api.request_bodies.ArgumentsParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "nomic.api.error_responses.problem_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
API_RATE_LIMIT = env.str("API_RATE_LIMIT", default="600/min")
# Limits for pages: submitted forms, and the most expensive requests (the latter through the API as well).
PAGE_POST_LIMIT = env.str("PAGE_POST_LIMIT", default="120/min")
COSTLY_LIMIT = env.str("COSTLY_LIMIT", default="120/min")
# Practice tables without an account: new tables from one address, and guests at one time.
GUEST_LIMIT = env.str("GUEST_LIMIT", default="30/day")
MAX_GUESTS = env.int("MAX_GUESTS", default=500)
SPECTACULAR_SETTINGS = {
    "TITLE": "Infinite Nomic",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",  # the version that pydantic's schemas are written for
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": f"{STATIC_URL}img/icon.svg",
    "REDOC_DIST": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PREPROCESSING_HOOKS": ["nomic.api.documentation.only_the_api"],
    "POSTPROCESSING_HOOKS": ["nomic.api.documentation.one_operation_per_action"],
}

# Work in the background
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ALWAYS_EAGER = False
# A wake-up expires because the next one does the same. A worker that was away returns to no backlog.
WAKE_UP_EXPIRES = 60.0  # seconds
CELERY_TASK_ANNOTATIONS = {"*": {"expires": WAKE_UP_EXPIRES}}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
if CELERY_BROKER_URL.startswith("filesystem"):
    queue_dir = VAR_DIR / "queue"
    for part in ("messages", "processed", "control"):
        (queue_dir / part).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(queue_dir / "messages"),
        "data_folder_out": str(queue_dir / "messages"),
        "processed_folder": str(queue_dir / "processed"),
        "control_folder": str(queue_dir / "control"),
        "store_processed": False,
    }

SIMULATIONS_A_DAY = env.int("SIMULATIONS_A_DAY", default=12)  # of a cycle, started with the forecasts of proposals

# The wiki. Without a URL the publisher writes a folder of .wiki files.
WIKI_URL = env.str("WIKI_URL", default="")
WIKI_USER = env.str("WIKI_USER", default="")
WIKI_PASSWORD = env.str("WIKI_PASSWORD", default="")
WIKI_CONTACT = env.str("WIKI_CONTACT", default="")  # contact address for the wiki's admins
# Whether editors who change text between the markers are notified on their talk pages, unasked.
WIKI_TELL_EDITORS = env.bool("WIKI_TELL_EDITORS", default=False)
WIKI_FOLDER = Path(env.str("WIKI_FOLDER", default=str(VAR_DIR / "wiki")))
# The title of the page that lists all cycles. Without a title there is none.
WIKI_FRONT_PAGE = env.str("WIKI_FRONT_PAGE", default="Current cycles")
# Seconds from the first change of a page to its publication. All changes meanwhile go into one edit.
WIKI_QUIET_SECONDS = env.float("WIKI_QUIET_SECONDS", default=5.0)
# Seconds between two edits of a page, for each 100 KB of it, because wikis keep and parse every version.
WIKI_REST_SECONDS = env.float("WIKI_REST_SECONDS", default=20.0)

# Commands on Discord (docs/discord.md). Without the public key there are none.
DISCORD_PUBLIC_KEY = env.str("DISCORD_PUBLIC_KEY", default="")
DISCORD_APPLICATION_ID = env.str("DISCORD_APPLICATION_ID", default="")
DISCORD_BOT_TOKEN = env.str("DISCORD_BOT_TOKEN", default="")
DISCORD_API = "https://discord.com/api/v10"
DISCORD_DEFER_SECONDS = 2.0  # Discord waits 3 seconds for an answer. 0: all answers are given at once.

# Webhooks for notices may only be on the public internet, except that loopback can be allowed for trying them out.
WEBHOOKS_ON_LOOPBACK = env.bool("WEBHOOKS_ON_LOOPBACK", default=DEBUG)
WEBHOOK_SECONDS = 10.0  # timeout for the response

# Logs
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.filter_by_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
# Refusing a request is normal, and bots may be refused often.
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
DJANGO_STRUCTLOG_REQUEST_CANCELLED_LOG_LEVEL = logging.INFO  # The user closed a page that listened for news.
REQUEST_LOG_LEVEL = env.str("REQUEST_LOG_LEVEL", default="WARNING")
# IP addresses are logged only if every request is: with warnings alone they would hardly ever be read.
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = REQUEST_LOG_LEVEL in ("DEBUG", "INFO")
if DJANGO_STRUCTLOG_IP_LOGGING_ENABLED:  # then the requests of bots are logged, too
    MIDDLEWARE.remove("django_structlog.middlewares.RequestMiddleware")
    MIDDLEWARE.insert(
        MIDDLEWARE.index("nomic.web.middleware.bot_handler.BotDispatchMiddleware"),
        "django_structlog.middlewares.RequestMiddleware",
    )
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processor": structlog.processors.JSONRenderer()
            if env.bool("LOG_JSON", default=False)
            # Other formatters print local variables with a traceback, which is slow and reveals secrets.
            else structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django_structlog": {"level": REQUEST_LOG_LEVEL},
        "axes": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
    },
}
