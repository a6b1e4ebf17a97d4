<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:key name="k" match="p" use="@lang"/>
<xsl:template match="/"><rows><xsl:for-each select="//p"><xsl:sort select="."/><row><t><xsl:value-of select="."/></t></row>
</xsl:for-each></rows></xsl:template></xsl:stylesheet>
#