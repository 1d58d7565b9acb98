<?php
// Settings of a wiki for one machine. All paths are relative to this file, so its folder can be copied.

$nomicFolder = __DIR__;
$nomicFacts = json_decode( file_get_contents( "$nomicFolder/facts.json" ), true );

$wgSitename = $nomicFacts['name'];
$wgMetaNamespace = 'Project';
$wgServer = getenv( 'NOMIC_WIKI_SERVER' ) ?: 'http://127.0.0.1';
$wgCanonicalServer = $wgServer;
$wgScriptPath = '/w';
$wgArticlePath = '/wiki/$1';
$wgResourceBasePath = $wgScriptPath;
$wgSecretKey = $nomicFacts['secret_key'];
$wgUpgradeKey = false;
$wgLanguageCode = 'en';
$wgLocaltimezone = 'UTC';

$wgDBtype = 'sqlite';
$wgDBserver = '';
$wgDBname = 'wiki';
$wgSQLiteDataDir = "$nomicFolder/data";
// The caches have files of their own: a write to them must not wait for an edit.
foreach ( [ 'wikicache' => CACHE_DB ] as $nomicFile => $nomicCache ) {
	$wgObjectCaches[$nomicCache] = [
		'class' => SqlBagOStuff::class,
		'loggroup' => 'SQLBagOStuff',
		'server' => [
			'type' => 'sqlite',
			'dbname' => $nomicFile,
			'tablePrefix' => '',
			'variables' => [ 'synchronous' => 'NORMAL' ],
			'dbDirectory' => $wgSQLiteDataDir,
			'trxMode' => 'IMMEDIATE',
			'flags' => 0,
		],
	];
}
$wgMainCacheType = CACHE_ACCEL;
$wgSessionCacheType = CACHE_DB;
$wgCacheDirectory = "$nomicFolder/cache";

$wgJobRunRate = 10;
$wgLogos = [ '1x' => "$wgResourceBasePath/resources/assets/mediawiki.png" ];
$wgPasswordAttemptThrottle = [];
// With ConfirmEdit, three wrong passwords of an address would keep out everybody at it.
$wgCaptchaTriggers['badlogin'] = $wgCaptchaTriggers['badloginperuser'] = false;
$wgRateLimits = []; // by default even a bot is stopped after 90 edits a minute
$wgEnableEmail = false;
$wgEnableUploads = true;
$wgFileExtensions[] = 'svg';
$wgUploadDirectory = "$nomicFolder/docroot/images";
$wgUploadPath = '/images';
if ( isset( $nomicFacts['svg_to_png'] ) ) {
	$wgSVGConverter = 'ours';
	$wgSVGConverters['ours'] = implode( ' ', array_map( 'escapeshellarg', $nomicFacts['svg_to_png'] ) )
		. ' $input $output $width';
	$wgMaxShellMemory = 0;
}
$wgUseInstantCommons = false;
$wgPingback = false;
$wgRestrictDisplayTitle = false; // pages show people's names above them, not their numbers
$wgShowExceptionDetails = true;
$wgAllowHTMLEmail = false;

wfLoadSkin( 'Vector' );
$wgDefaultSkin = 'vector';
if ( is_dir( "$IP/skins/Timeless" ) ) {
	// Vector leaves a phone half of its width.
	wfLoadSkin( 'Timeless' );
	$wgDefaultSkin = 'timeless';
}
foreach ( $nomicFacts['extensions'] as $nomicExtension ) {
	wfLoadExtension( $nomicExtension );
}
// Without these two lines the extensions would fetch the lists of another wiki from the internet.
$wgBlacklistSettings = [ 'spam' => [ 'files' => [ 'DB: wiki MediaWiki:Nomic-spam-list' ] ] ];
$wgTitleBlacklistSources = [];

// Switches for tests: any setting, and answers that get lost after the request was carried out.
$nomicSwitches = json_decode( @file_get_contents( "$nomicFolder/switches.json" ) ?: '{}', true ) ?: [];
foreach ( $nomicSwitches['settings'] ?? [] as $nomicName => $nomicValue ) {
	$GLOBALS[$nomicName] = is_array( $nomicValue ) && is_array( $GLOBALS[$nomicName] ?? null )
		? array_replace_recursive( $GLOBALS[$nomicName], $nomicValue ) : $nomicValue;
}
$nomicAfter = $nomicSwitches['after'] ?? null;
if ( $nomicAfter && ( $_REQUEST['action'] ?? '' ) === $nomicAfter['action'] ) {
	ob_start( static function ( $text ) use ( $nomicAfter ) {
		return $nomicAfter['body'] ?? substr( $text, 0, $nomicAfter['keep'] );
	} );
}
