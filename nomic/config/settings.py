"""Settings, all read from the environment; docs/configuration.md has the table of variables.

With nothing set the project runs on a laptop without any server: SQLite, a broker made of files, a cache in
memory, and a wiki that is a folder of `.wiki` files.
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
# A value that begins with $ is what it says, as a password may be, and not the name of another variable.
env.escape_proxy = True
env.ENVIRON = {name: value.replace("$", r"\$") for name, value in os.environ.items()}

# Where a laptop keeps what is not code: the database, the broker's files, the wiki folder, logs.
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY:
    # A laptop needs no secret of its own to start; the file keeps sessions alive over restarts.
    secret_file = VAR_DIR / "secret_key"
    if not secret_file.exists():
        from django.core.management.utils import get_random_secret_key

        VAR_DIR.mkdir(parents=True, exist_ok=True)
        secret_file.write_text(get_random_secret_key())
        secret_file.chmod(0o600)
    SECRET_KEY = secret_file.read_text().strip()

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]", "testserver"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CSRF_FAILURE_VIEW = "nomic.web.auth.expired_forms.csrf_failure"
SITE_URL = env.str("SITE_URL", default=f"http://127.0.0.1:{env.int('PORT', default=8000)}")
HTTPS = env.bool("HTTPS", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0

# Every game is an app: the folders beside nomic/, and those of a folder with games of one's own.
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
    # the rooms, lower ones first
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
    "nomic.api",
    "nomic.web",
    *GAMES,
    # what makes new ones, and what measures them all
    "nomic.devtools",
    "nomic.bench",
    "nomic.playtest",
    "nomic.reliability",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "nomic.web.middleware.compression.CompressingMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "nomic.web.middleware.service_unavailable.UnavailableMiddleware",
    "django.middleware.common.CommonMiddleware",
    "nomic.web.middleware.api_bypass.PastForBots",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "csp.middleware.CSPMiddleware",
    "nomic.web.middleware.throttling.PageThrottleMiddleware",
    "axes.middleware.AxesMiddleware",
    "nomic.web.middleware.api_bypass.ForBotsToo",
    "nomic.web.middleware.settling.NotCurrentMiddleware",
]

# Figures for Prometheus at /metrics, to be kept from the public by whatever stands in front.
METRICS = env.bool("METRICS", default=False)
if METRICS:
    INSTALLED_APPS.append("django_prometheus")
    MIDDLEWARE.insert(0, "django_prometheus.middleware.PrometheusBeforeMiddleware")
    MIDDLEWARE.append("django_prometheus.middleware.PrometheusAfterMiddleware")

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
DATABASES["default"]["ATOMIC_REQUESTS"] = False
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # FULL: what was acknowledged is on the disk. NORMAL may lose the last seconds where the power fails.
    SQLITE_SYNCHRONOUS = env.str("SQLITE_SYNCHRONOUS", default="FULL").upper()
    if SQLITE_SYNCHRONOUS not in ("FULL", "NORMAL", "OFF", "EXTRA"):
        raise ImproperlyConfigured(f"SQLITE_SYNCHRONOUS is FULL, EXTRA, NORMAL or OFF, not {SQLITE_SYNCHRONOUS!r}")
    DATABASES["default"]["OPTIONS"] = {
        # A writer takes the lock when its transaction begins: no deadlock by upgrade, and the row lock of a
        # cycle is the lock of the file.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS}; PRAGMA foreign_keys=ON;",
    }
else:
    # Behind PgBouncer's transaction pooling a connection is another one after each transaction: what outlives one,
    # a prepared statement or a cursor that is read piece by piece, would be looked for where it is not.
    pooled = env.bool("DATABASE_POOLED", default=False)
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = pooled
    # PostgreSQL then plans a query once for a connection, not anew each time: half of its work for an act.
    prepare = env.bool("DATABASE_PREPARED_STATEMENTS", default=not pooled)
    DATABASES["default"]["OPTIONS"] = {"server_side_binding": prepare, "prepare_threshold": 3 if prepare else None}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# A web process serves requests in so many threads, each of which keeps a connection.
WEB_THREADS = env.int("WEB_THREADS", default=10)
DATABASES["default"]["CONN_MAX_AGE"] = 600
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
# Counters of throttles and rendered pages have a cache each; without Redis, memory holds few pages at a time.
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
ACCOUNT_ADAPTER = "nomic.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"reset_password": "nomic.accounts.addresses.ResetPasswordForm"}
# An account works at once, without a mail server too; but nothing is mailed to an address before it was confirmed,
# and nothing that is answered tells whether an address has an account.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_USERNAME_VALIDATORS = "nomic.accounts.models.USERNAME_VALIDATORS"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="nomic@localhost")
SOCIALACCOUNT_ADAPTER = "nomic.accounts.social.SocialLoginAdapter"
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
AXES_USERNAME_CALLABLE = "nomic.accounts.adapter.login_name"
AXES_LOCKOUT_TEMPLATE = "429.html"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# Pages
LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"  # R1
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns of a missing one, also where finders serve
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ROOT = BASE_DIR / "static" / "root"  # asked for by name from the top: /favicon.ico
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "EXCLUDE_URL_PREFIXES": ("/api/v1/cycles/",),  # data for programs, not shown as a page: it has no parts to load
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
    "DEFAULT_PARSER_CLASSES": ["nomic.api.bodies.ArgumentsParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "nomic.api.problems.problem_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
API_RATE_LIMIT = env.str("API_RATE_LIMIT", default="600/min")
# The same for the pages: forms that somebody sends, and what costs most, through the API too.
PAGE_POST_LIMIT = env.str("PAGE_POST_LIMIT", default="120/min")
COSTLY_LIMIT = env.str("COSTLY_LIMIT", default="120/min")
SPECTACULAR_SETTINGS = {
    "TITLE": "Infinite Nomic",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",  # pydantic writes its schemas for it
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
# A wake-up expires, as the next one does the same: a worker that was away does not come back to a backlog.
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

# The wiki: without a URL the publisher writes a folder of .wiki files
WIKI_URL = env.str("WIKI_URL", default="")
WIKI_USER = env.str("WIKI_USER", default="")
WIKI_PASSWORD = env.str("WIKI_PASSWORD", default="")
WIKI_CONTACT = env.str("WIKI_CONTACT", default="")  # an address for the wiki's admins
# Whether somebody who edits between the markers gets a word on their talk page, without anybody asking for it.
WIKI_TELL_EDITORS = env.bool("WIKI_TELL_EDITORS", default=False)
WIKI_FOLDER = Path(env.str("WIKI_FOLDER", default=str(VAR_DIR / "wiki")))
# A page is published so long after it became stale, with all that changed meanwhile in one edit.
WIKI_QUIET_SECONDS = env.float("WIKI_QUIET_SECONDS", default=5.0)

# Webhooks, to which notices are sent: of the open internet only, unless this machine's own are wanted for trying out
WEBHOOKS_ON_LOOPBACK = env.bool("WEBHOOKS_ON_LOOPBACK", default=DEBUG)
WEBHOOK_SECONDS = 10.0  # within which one has to answer

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
# To turn a request down is everyday work, and a bot may be turned down often.
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
DJANGO_STRUCTLOG_REQUEST_CANCELLED_LOG_LEVEL = logging.INFO  # somebody closed a page that listened for news
REQUEST_LOG_LEVEL = env.str("REQUEST_LOG_LEVEL", default="WARNING")
# An address is looked for only where each request has its line: among warnings alone it would hardly ever be read.
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = REQUEST_LOG_LEVEL in ("DEBUG", "INFO")
if DJANGO_STRUCTLOG_IP_LOGGING_ENABLED:  # then bots' requests have their lines, too
    MIDDLEWARE.remove("django_structlog.middlewares.RequestMiddleware")
    MIDDLEWARE.insert(
        MIDDLEWARE.index("nomic.web.middleware.api_bypass.PastForBots"),
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
            # Other formatters print local variables with a traceback: slow, and secrets are among them.
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
